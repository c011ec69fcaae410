// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/results/chart_view.h"

class QLabel;
class QScrollArea;

namespace zp {

class BarChart;
class EstimatorSection;

/// The Other estimators tab: one bar per estimator for one GPU, this program's with its range, and their
/// errors on published runs; below, for the same plan, the figures of papers, of DeepSpeed itself and of the
/// documents that this program started from, next to ours, and why they differ. A click on a bar scrolls to
/// its section.
class OthersView : public ChartView {
  Q_OBJECT

 public:
  explicit OthersView(PlanModel& model, QWidget* parent = nullptr);

  [[nodiscard]] bool hasChart() const override;

 private:
  void fillCharts(const QString& plan_name) override;
  [[nodiscard]] Chart& currentChart() override;
  void goTo(int bar);

  QLabel* words_;
  BarChart* chart_;
  QScrollArea* scroll_;
  std::vector<EstimatorSection*> sections_;  ///< in the order of all_estimators
};

}  // namespace zp
