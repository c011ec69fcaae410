// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/measure/measure.h"
#include "ui/charts/bar_chart_data.h"
#include "ui/model/plan_results.h"

namespace zp {

/// Returns the results for the Speed chart: the rows of the Memory chart (see shownCandidates), each split
/// into the four parts of its step. `plan_name`, unless it is empty, names the plan in the title of exported
/// pictures. The measured step stands on the row of the plan.
BarChartData speedChartData(const PlanResults& results, std::size_t row_count, const QString& plan_name = {},
                            const std::vector<MeasuredDifference>& measured = {});

}  // namespace zp
