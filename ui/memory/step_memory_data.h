// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/measure/measure.h"
#include "ui/charts/step_chart_data.h"
#include "ui/model/plan_results.h"

namespace zp {

/// Returns the chart over one step of a plan's results: the seven components at each moment, on one GPU.
/// Measured values stand at their moment. `plan_name` stands only on exported pictures.
StepChartData stepMemoryData(const PlanResults& results, const QString& plan_name,
                             const std::vector<MeasuredDifference>& measured = {});

}  // namespace zp
