// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/flame_chart_data.h"

namespace zp {

class FlamePlot;

/// A chart of a whole and its parts, level below level. A click on a node that has parts gives it the whole
/// width; a click on the widest takes that back.
class FlameChart : public Chart {
  Q_OBJECT

 public:
  explicit FlameChart(QWidget* parent = nullptr);

  /// Shows the data; the widest node stays so if there still is one of its name.
  void setData(const FlameChartData& flame);
  [[nodiscard]] const FlameChartData& data() const;

 private:
  FlameChart(FlamePlot* plot, QWidget* parent);
  void widen(int node);

  FlamePlot* plot_;
};

}  // namespace zp
