// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/measure/measure.h"
#include "ui/charts/step_chart_data.h"
#include "ui/model/plan_results.h"

namespace zp {

/// What the chart over one step shows of a plan's results: the seven components at each moment, on one GPU.
/// What runs measured stands at the moment it is of. `plan_name` stands on exported pictures only.
StepChartData stepMemoryData(const PlanResults& results, const QString& plan_name,
                             const std::vector<MeasuredDifference>& measured = {});

}  // namespace zp
