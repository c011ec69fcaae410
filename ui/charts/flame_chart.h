// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/flame_chart_data.h"

namespace zp {

class FlamePlot;

/// A chart of a whole and its parts, level by level. A click on a node with parts zooms to it; a click on the
/// zoomed node goes back.
class FlameChart : public Chart {
  Q_OBJECT

 public:
  explicit FlameChart(QWidget* parent = nullptr);

  /// Shows the data; stays zoomed to the same node if one with its name still exists.
  void setData(const FlameChartData& flame);
  [[nodiscard]] const FlameChartData& data() const;

 private:
  FlameChart(FlamePlot* plot, QWidget* parent);
  void widen(int node);

  FlamePlot* plot_;
};

}  // namespace zp
