// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/speed/scaling.h"
#include "ui/charts/line_chart_data.h"
#include "ui/model/plan_results.h"

namespace zp {

/// A plan at every stage on every number of GPUs.
struct ScalingSweep {
  FixedQuantity fixed{};
  std::vector<int> gpus;
  std::array<std::vector<ScalePoint>, chart_stage_count> stages;  ///< one point for each number of GPUs
};
ScalingSweep scalingSweep(const Plan& plan, FixedQuantity fixed);

LineChartData memoryScalingData(const PlanResults& results, const ScalingSweep& sweep,
                                const QString& plan_name = {});
LineChartData throughputScalingData(const PlanResults& results, const ScalingSweep& sweep,
                                    const QString& plan_name = {});
/// Returns a sentence about which quantity is constant and which ones change, with this plan's numbers.
QString heldFixedSentence(const Plan& plan, const ScalingSweep& sweep);

}  // namespace zp
