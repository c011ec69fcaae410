// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/memory/estimate.h"
#include "core/plan/finding.h"
#include "core/plan/plan.h"

namespace zp {

/// What the guides to ZeRO tell people to look at (which features go with which stage, what to do when memory
/// runs out or a run is slow), where it applies to this plan, and with their mistakes corrected. Worst first.
/// `estimate` is estimate_memory(plan). A few estimates; no rule fires on a plan it says nothing new about.
std::vector<Finding> advice(const Plan& plan, const MemoryEstimate& estimate);

}  // namespace zp
