// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/plan/finding.h"
#include "core/search/candidates.h"

namespace zp {

/// The place of the search through every plan for a way out of a plan that does not fit. It takes a few
/// milliseconds; a window, which searches for the best plan anyway, need not wait for it.
enum class WayOutSearch : std::uint8_t { here, elsewhere };

/// Returns the findings about a plan beside the rules of DeepSpeed, worst first, each with the plan that
/// would follow the advice if one step does. A finding that says nothing new about the plan is left out.
/// - Memory: that it does not fit and the cheapest way out, that it is tight, that host or drive is full,
///   loading peaks, the global batch.
/// - The clock, if the plan fits: a network too slow for stage 3, communication that could overlap,
///   reductions that stage 1 would not make, offload that nobody needs, an optimizer on CPU or drives,
///   kernels too small, a lighter strategy, a larger micro batch.
/// - Guides to ZeRO, with their mistakes corrected: which features go with which stage, and what to do when
///   memory runs out or a run is slow.
/// `figures` must come from figures_of(plan), `candidates` from compare(plan).
std::vector<Finding> advice(const Plan& plan, const Figures& figures,
                            const std::vector<Candidate>& candidates,
                            WayOutSearch search = WayOutSearch::here);

/// Returns true if the finding says that memory is short and its way out, the best plan, is searched for
/// elsewhere: it has no fix yet.
bool needs_best_plan(const Finding& finding);

/// The way out of a plan that does not fit where no plan does.
inline constexpr std::string_view no_way_out =
    "No plan fits: use more GPUs, GPUs with more memory, a shorter sequence or a smaller model.";

/// Share of its capacity from which a plan counts as tight: the range of the estimate reaches the edge.
inline constexpr double tight_share = 0.9;

}  // namespace zp
