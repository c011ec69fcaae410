// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/estimate.h"
#include "ui/charts/memory_chart.h"

namespace zp {

/// Returns a bar of the memory chart for one plan, without its label and texts.
MemoryRow memoryRow(const MemoryEstimate& estimate);

}  // namespace zp
