// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/memory/estimate.h"

class QBoxLayout;

namespace zp {

class AnswerPanel;
class BestCard;
class ChoiceModel;
class PlanModel;
class UnstatedModel;

/// The strip above the views, always visible: the answer for the present plan, and next to it, or below in a
/// narrow window, the best plan.
class VerdictStrip : public QWidget {
  Q_OBJECT

 public:
  VerdictStrip(PlanModel& model, ChoiceModel& choice, UnstatedModel& unstated, QWidget* parent = nullptr);

  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  /// The user clicked a memory figure, to see its components.
  void explainRequested(zp::Place place);
  /// The user clicked a figure of the clock.
  void speedRequested();
  /// The user asked why the best plan is the best.
  void whyRequested();
  /// The user requested the unstated settings.
  void unstatedRequested();

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showUnstated();

  UnstatedModel& unstated_;
  AnswerPanel* answer_;
  BestCard* best_;
  QBoxLayout* sides_;
};

}  // namespace zp
