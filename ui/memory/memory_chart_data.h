// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/memory_chart.h"
#include "ui/model/plan_results.h"

namespace zp {

/// Returns the memory chart of a plan's results, with the rows of shownCandidates(). `plan_name` is shown
/// only on exported pictures.
MemoryChartData memoryChartData(const PlanResults& results, std::size_t row_count, const QString& plan_name);

}  // namespace zp
