// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/estimate.h"

namespace zp {

/// Adds the entries that depend on the sum of the others to an estimate's ledger, then sets each place's
/// totals and whether it fits. Internal to memory/.
void finish_and_total(MemoryEstimate& estimate, const Plan& plan);

}  // namespace zp
