// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/chart_view.h"

class QLabel;
class QStackedLayout;

namespace zp {

class BarChart;
class ChartPair;
class LineChart;
class RunModel;
class Settings;
class StrategyRows;

/// The Speed tab: seconds per step of every strategy, as bars to choose from in the order of the Memory tab,
/// and below it the step time over the speed of the decisive link.
class SpeedView : public ChartView {
  Q_OBJECT

 public:
  SpeedView(PlanModel& model, Settings& settings, RunModel& run, QWidget* parent = nullptr);

  /// Return the charts as last drawn; outdated while the view is hidden.
  [[nodiscard]] BarChart& chart() { return *chart_; }
  [[nodiscard]] LineChart& linkChart() { return *link_chart_; }

 private:
  void fillCharts(const QString& plan_name) override;
  [[nodiscard]] Chart& currentChart() override;
  [[nodiscard]] std::vector<Chart*> charts() override;
  void showRun();
  void showPointed();
  [[nodiscard]] QWidget* makeLinkHalf();
  [[nodiscard]] QWidget* makeFoot();

  RunModel& logs_;
  BarChart* chart_;
  LineChart* link_chart_;
  QLabel* turning_;  ///< sentence with the speed from which stage 3 costs nothing
  StrategyRows* rows_;
  QLabel* run_;  ///< hours, cost and energy of the whole run
  QLabel* unknown_;
  ChartPair* charts_ = nullptr;
  QStackedLayout* pages_;
};

}  // namespace zp
