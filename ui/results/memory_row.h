// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/estimate.h"
#include "ui/charts/memory_chart.h"

namespace zp {

/// What a bar of the memory chart shows of one plan, but for its label and its words.
MemoryRow memoryRow(const MemoryEstimate& estimate);

}  // namespace zp
