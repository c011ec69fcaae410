// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/memory/estimate.h"
#include "core/plan/plan.h"
#include "ui/results/plan_view.h"

class QTextBrowser;

namespace zp {

/// The Other estimators tab: what papers, DeepSpeed itself and the documents this program grew from say of
/// the same plan, beside our figure, and why they differ.
class OthersView : public PlanView {
  Q_OBJECT

 public:
  explicit OthersView(PlanModel& model, QWidget* parent = nullptr);

 private:
  void fill() override;

  QTextBrowser* text_;
};

/// All of them for one plan, as rich text.
QString othersHtml(const Plan& plan, const MemoryEstimate& estimate);

}  // namespace zp
