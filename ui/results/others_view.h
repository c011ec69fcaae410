// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include "core/memory/estimate.h"
#include "core/plan/plan.h"

class QTextBrowser;

namespace zp {

class PlanModel;

/// The Other estimators tab: what papers, DeepSpeed itself and the documents this program grew from say of
/// the same plan, beside our figure, and why they differ.
class OthersView : public QWidget {
  Q_OBJECT

 public:
  explicit OthersView(PlanModel& model, QWidget* parent = nullptr);

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void refresh();

  PlanModel& model_;
  QTextBrowser* text_;
};

/// All of them for one plan, as rich text.
QString othersHtml(const Plan& plan, const MemoryEstimate& estimate);

}  // namespace zp
