// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <functional>

#include "ui/charts/bar_chart.h"

namespace zp {

struct MemoryRow {
  QString label;                                    ///< "ZeRO-2 · opt→CPU"
  std::array<double, chart_component_count> gib{};  ///< indexed by ChartComponent
  double capacityGib = 0;                           ///< capacity of this row's own GPU; 0 = the chart's
  double low = 0, high = 0;                         ///< range of the total in GiB; equal if exact
  Verdict verdict = Verdict::fits;
  bool selected = false;
  QString totalText;  ///< "117.9"; if empty, formatted from the sum
  QString rangeNote;  ///< why the range ends where it does; "" for none
  QString lackText;   ///< the reason of the verdict: "+38.7", "host +9,036"; "" for none
  /// Returns the formula with numbers, and its source; lines separated by \n.
  std::function<QString(ChartComponent)> details = {};
};

struct MemoryChartData : ChartWords {
  double capacityGib = 0;  ///< usable memory; 0 = unknown, then without verdicts
  QString capacityText;    ///< "79.2 GiB usable"; if empty, formatted from the capacity
  std::vector<MemoryRow> rows;
  QString unitTitle;  ///< "GiB per GPU"
};

/// The chart of memory per GPU by strategy: one bar per strategy, one segment per component, the usable
/// memory as a dashed line.
class MemoryChart : public BarChart {
  Q_OBJECT

 public:
  explicit MemoryChart(QWidget* parent = nullptr);
  void setData(const MemoryChartData& memory);
};

}  // namespace zp
