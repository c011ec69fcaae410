// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/results/plan_view.h"

namespace zp {

class Chart;

/// A view whose picture can leave the program.
class ChartView : public PlanView {
  Q_OBJECT

 public:
  /// Returns the chart in front, or of several the one last used; up to date even when hidden, its title
  /// naming the plan by its file and a hash of what was estimated.
  [[nodiscard]] Chart& chartForExport();
  /// Returns every chart of the view that has something to draw, up to date, also those not in front.
  [[nodiscard]] std::vector<Chart*> chartsForExport();
  /// Returns false while there is nothing to draw.
  [[nodiscard]] virtual bool hasChart() const { return true; }

 signals:
  /// Emitted when a chart's context menu asks for a file: see Chart.
  void saveRequested(const QString& suffix, double scale);

 protected:
  using PlanView::PlanView;

  /// Shows the model's results; `plan_name` stands on exported pictures, and is "" on screen. With a name,
  /// charts that are not in front are filled too.
  virtual void fillCharts(const QString& plan_name) = 0;
  [[nodiscard]] virtual Chart& currentChart() = 0;
  [[nodiscard]] virtual std::vector<Chart*> charts() { return {&currentChart()}; }
  void fill() final { fillCharts({}); }
};

}  // namespace zp
