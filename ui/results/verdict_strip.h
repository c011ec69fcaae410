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

/// The strip that is always visible above the views: the answer about the plan as it is, and beside it, or
/// below it in a narrow window, the best plan there is.
class VerdictStrip : public QWidget {
  Q_OBJECT

 public:
  VerdictStrip(PlanModel& model, ChoiceModel& choice, UnstatedModel& unstated, QWidget* parent = nullptr);

  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  /// The user pressed a figure of memory, to see where its bytes come from.
  void explainRequested(zp::Place place);
  /// The user pressed a figure of the clock.
  void speedRequested();
  /// The user asked why the best plan is the best.
  void whyRequested();
  /// The user asked for the settings that the plan leaves open.
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
