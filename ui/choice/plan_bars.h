// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/search/figures.h"
#include "ui/charts/memory_chart.h"
#include "ui/model/plan_results.h"

namespace zp {

/// A chart of plans side by side, of which none is there yet: the words and the capacity of the present one.
MemoryChartData planBars(const PlanResults& present, const QString& title);

/// One of its bars, behind it what it comes to: "44.0 GiB, 10.4 s, 33,000 tokens/s, +5 %", the last against
/// the plan as it is.
MemoryRow planBar(const QString& label, const Figures& figures, const PlanResults& present);
/// The bar of a plan that cannot be estimated.
MemoryRow missingPlanBar(const QString& label);

}  // namespace zp
