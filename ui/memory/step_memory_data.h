// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/measure/measure.h"
#include "ui/charts/step_chart_data.h"
#include "ui/model/plan_results.h"

namespace zp {

/// Returns the chart of a plan's memory over one step: seven components at each moment, on one GPU, with
/// measured values at their moments. `plan_name` is shown only on exported pictures.
StepChartData stepMemoryData(const PlanResults& results, const QString& plan_name,
                             const std::vector<MeasuredDifference>& measured = {});

}  // namespace zp
