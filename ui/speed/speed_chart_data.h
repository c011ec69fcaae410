// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/measure/measure.h"
#include "ui/charts/bar_chart_data.h"
#include "ui/model/plan_results.h"

namespace zp {

/// Returns the Speed chart: the rows of the Memory chart (see shownCandidates), each split into the four
/// parts of its step, with the measured step on the plan's row. `plan_name`, if not empty, is shown in the
/// title of exported pictures.
BarChartData speedChartData(const PlanResults& results, std::size_t row_count, const QString& plan_name = {},
                            const std::vector<MeasuredDifference>& measured = {});

}  // namespace zp
