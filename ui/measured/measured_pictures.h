// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/measure/curves.h"
#include "core/measure/measure.h"
#include "ui/charts/bar_chart_data.h"
#include "ui/charts/scatter_chart_data.h"

/// Measurements of runs as charts.
namespace zp {

/// Returns the differences with that unit ("bytes", "s") as pairs of bars, measured above predicted with its
/// range, in the order of the logs. If there are more than `most_pairs`, the largest differences.
BarChartData measuredBars(const std::vector<MeasuredDifference>& differences, std::string_view unit,
                          std::span<const NamedLog> logs);
inline constexpr std::size_t most_pairs = 8;

/// Returns a quantity over a run, with the prediction as a horizontal line.
ScatterChartData measuredCurve(const MeasuredCurve& curve, const MeasuredDifference* predicted,
                               std::span<const NamedLog> logs);
/// Returns the name of a curve in a list: "gpu.allocated, run.log".
QString curveName(const MeasuredCurve& curve, std::span<const NamedLog> logs);

}  // namespace zp
