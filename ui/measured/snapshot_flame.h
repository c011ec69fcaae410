// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/measure/measure.h"
#include "core/memory/estimate.h"
#include "ui/charts/flame_chart_data.h"

namespace zp {

/// Returns the peak of a memory snapshot by category, ledger entry and code, compared with the plan's
/// prediction. `estimate` is the plan's; nullptr if there is none.
FlameChartData snapshotFlame(const MeasuredSnapshot& snapshot, const MemoryEstimate* estimate,
                             std::span<const NamedLog> logs);

/// Returns "GPU 0, snapshot.pickle".
QString snapshotName(const MeasuredSnapshot& snapshot, std::span<const NamedLog> logs);

}  // namespace zp
