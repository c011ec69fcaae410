// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/speed/sweep.h"
#include "ui/charts/line_chart_data.h"
#include "ui/model/plan_results.h"

namespace zp {

/// Returns the chart of step time over the speed of the decisive link, one line for each of stages 1, 2 and
/// 3; `links` are marked at their speeds.
LineChartData linkChartData(const PlanResults& results, const std::vector<SharedLinkPreset>& links,
                            const QString& plan_name = {});

/// Returns a sentence with the speed from which stage 3 costs nothing.
QString stageThreeSentence(const Plan& plan, const LinkSweep& sweep, const StageThreeVerdict& verdict);

}  // namespace zp
