// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/results/plan_view.h"

namespace zp {

class Chart;

/// A view whose charts can be exported.
class ChartView : public PlanView {
  Q_OBJECT

 public:
  /// Returns the current chart, or if there are several the one last used. It is up to date even if hidden,
  /// and its title contains the plan's file name and a hash of what was estimated.
  [[nodiscard]] Chart& chartForExport();
  /// Returns all charts of the view that have content, up to date even if hidden.
  [[nodiscard]] std::vector<Chart*> chartsForExport();
  /// Returns false while there is nothing to draw.
  [[nodiscard]] virtual bool hasChart() const { return true; }

 signals:
  /// Emitted when a chart's context menu requests a file: see Chart.
  void saveRequested(const QString& suffix, double scale);

 protected:
  using PlanView::PlanView;

  /// Shows the model's results. `plan_name` is shown on exported pictures and is "" on screen; with a name,
  /// hidden charts are filled too.
  virtual void fillCharts(const QString& plan_name) = 0;
  [[nodiscard]] virtual Chart& currentChart() = 0;
  [[nodiscard]] virtual std::vector<Chart*> charts() { return {&currentChart()}; }
  void fill() final { fillCharts({}); }
};

}  // namespace zp
