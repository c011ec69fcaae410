// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/speed/sweep.h"
#include "ui/model/sliced_work.h"
#include "ui/results/chart_view.h"

class QCheckBox;
class QLabel;
class QStackedLayout;

namespace zp {

class BarChart;
class ChartPair;
class LineChart;
class PlanModel;
class Settings;

/// The Speed tab: where the seconds of a step go in every strategy, as bars to choose from in the order of
/// the Memory tab, and below, how the step time follows the link that matters.
class SpeedView : public ChartView {
  Q_OBJECT

 public:
  SpeedView(PlanModel& model, Settings& settings, QWidget* parent = nullptr);

  /// As drawn; out of date while the view is hidden.
  [[nodiscard]] BarChart& chart() { return *chart_; }
  [[nodiscard]] LineChart& linkChart() { return *link_chart_; }
  [[nodiscard]] Chart& chartForExport() override;

 signals:
  void settingRequested(const QString& plan_path);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void fill(const QString& plan_name);
  void fillLinkChart(const QString& plan_name);
  void showRun();
  void adopt(int row);
  [[nodiscard]] QWidget* makeLinkHalf();
  [[nodiscard]] QWidget* makeFoot();
  [[nodiscard]] std::size_t rowCount() const;

  PlanModel& model_;
  Settings& settings_;
  BarChart* chart_;
  LineChart* link_chart_;
  QLabel* turning_;  ///< from which speed on stage 3 costs nothing
  QCheckBox* all_;
  QLabel* run_;  ///< hours, cost and energy of the whole run
  QLabel* unknown_;
  ChartPair* charts_ = nullptr;
  QStackedLayout* pages_;
  SlicedWork work_;
  LinkSweep sweep_;
  std::vector<StageSeconds> seconds_;
  std::vector<int> shown_;
};

}  // namespace zp
