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

/// The Other estimators tab: one GPU as a bar of each estimator, ours with its range, their errors on
/// published runs beside; below, the figures of papers, DeepSpeed itself and the documents this program grew
/// from for the same plan, beside our figure, and why they differ. A click on a bar leads to its section.
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
