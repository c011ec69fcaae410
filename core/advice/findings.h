// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/plan/finding.h"
#include "core/plan/plan.h"
#include "core/search/candidates.h"

namespace zp {

/// What the ledger and the comparison tell about a plan: that it does not fit and the cheapest way out, that
/// it is tight, that the host or the drive is full, loading peaks, the global batch; and, where it fits, what
/// makes its step longer than it need be: a network too slow for stage 3, communication that could overlap,
/// reductions stage 1 would not make, offload nobody needs, an optimizer on CPU or drives, kernels too small,
/// a lighter strategy, a larger micro batch. Worst first. `candidates` is compare(plan).
std::vector<Finding> findings(const Plan& plan, const MemoryEstimate& estimate,
                              const std::vector<Candidate>& candidates);

/// At this share of its capacity a plan counts as tight: the range of the estimate reaches the edge.
inline constexpr double tight_share = 0.9;

}  // namespace zp
