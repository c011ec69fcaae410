// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/estimate/figures.h"
#include "ui/charts/memory_chart.h"
#include "ui/model/plan_results.h"

namespace zp {

/// Returns an empty chart for plans side by side, with the texts and capacity of the present plan.
MemoryChartData planBars(const PlanResults& present, const QString& title);

/// Returns the bar of a plan, followed by its figures: "44.0 GiB, 10.4 s, 33,000 tokens/s, +5 %", the last
/// relative to the present plan.
MemoryRow planBar(const QString& label, const Figures& figures, const PlanResults& present,
                  bool is_comparable = true);
/// Returns the bar of a plan that cannot be estimated.
MemoryRow missingPlanBar(const QString& label);

}  // namespace zp
