// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/results/plan_view.h"

class QLabel;

namespace zp {

class EstimatorSection;

/// The Other estimators tab: the figures of papers, DeepSpeed itself and the documents this program grew from
/// for the same plan, beside our figure, and why they differ.
class OthersView : public PlanView {
  Q_OBJECT

 public:
  explicit OthersView(PlanModel& model, QWidget* parent = nullptr);

 private:
  void fill() override;

  QLabel* words_;
  std::vector<EstimatorSection*> sections_;  ///< in the order of all_estimators
};

}  // namespace zp
