// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/chart_view.h"
#include "ui/speed/scaling_chart_data.h"

class QLabel;

namespace zp {

class ChartPair;
class LineChart;
class SegmentPair;
class Settings;

/// The Scaling tab: memory per GPU and tokens per second for one to thousands of GPUs, one line per stage,
/// and which quantity is held constant.
class ScalingView : public ChartView {
  Q_OBJECT

 public:
  ScalingView(PlanModel& model, Settings& settings, QWidget* parent = nullptr);

  /// Return the charts as last drawn; outdated while the view is hidden.
  [[nodiscard]] LineChart& memoryChart() { return *memory_; }
  [[nodiscard]] LineChart& throughputChart() { return *throughput_; }

 private:
  void fillCharts(const QString& plan_name) override;
  [[nodiscard]] Chart& currentChart() override;
  [[nodiscard]] std::vector<Chart*> charts() override;
  void showPointed();
  [[nodiscard]] QWidget* makeFoot();
  [[nodiscard]] FixedQuantity heldFixed() const;

  Settings& settings_;
  LineChart* memory_;
  LineChart* throughput_;
  QLabel* held_;        ///< sentence about the quantity that stays constant
  SegmentPair* fixed_;  ///< switch between the micro batch and the global batch
  ChartPair* charts_;
  ScalingSweep sweep_;
};

}  // namespace zp
