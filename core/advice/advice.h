// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/plan/finding.h"
#include "core/search/candidates.h"

namespace zp {

/// Who looks through every plan for a way out where no strategy is one: a few milliseconds, which a window
/// that shows the best plan anyway need not wait for.
enum class WayOutSearch : std::uint8_t { here, elsewhere };

/// What is worth saying about a plan beside the rules of DeepSpeed, each with the plan that would follow it
/// where one step does. Worst first; nothing is said of a plan it says nothing new about.
/// - Memory: that it does not fit and the cheapest way out, that it is tight, that host or drive is full,
///   loading peaks, the global batch.
/// - The clock, where it fits: a network too slow for stage 3, communication that could overlap, reductions
///   stage 1 would not make, offload nobody needs, an optimizer on CPU or drives, kernels too small, a
///   lighter strategy, a larger micro batch.
/// - Guides to ZeRO, with their mistakes corrected: which features go with which stage, what to do when
/// memory
///   runs out or a run is slow.
/// `figures` are figures_of(plan), `candidates` compare(plan).
std::vector<Finding> advice(const Plan& plan, const Figures& figures,
                            const std::vector<Candidate>& candidates,
                            WayOutSearch search = WayOutSearch::here);

/// At this share of its capacity a plan counts as tight: the range of the estimate reaches the edge.
inline constexpr double tight_share = 0.9;

}  // namespace zp
