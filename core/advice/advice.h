// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/plan/finding.h"
#include "core/search/candidates.h"
#include "core/search/space.h"

namespace zp {

/// States who searches all plans for one that fits if the plan does not, which takes a few milliseconds:
/// advice() itself, or its caller. The window is such a caller, because it searches for the best plan anyway.
enum class WayOutSearch : std::uint8_t { by_advice, by_caller };

/// Returns the findings about a plan other than DeepSpeed's rules, worst first, each with the changed plan if
/// one step follows the advice. Omits findings that say nothing new.
/// - Memory: the plan does not fit and the cheapest way out, it is tight, host or drive is full, loading
///   peaks, the global batch.
/// - Time, if the plan fits: a network too slow for stage 3, communication that could overlap, reductions
///   that stage 1 avoids, unnecessary offload, an optimizer on CPU or drives, kernels that are too small, a
///   lighter strategy, a larger micro batch.
/// - Advice from guides to ZeRO, corrected: which features work with which stage, and what to do if memory
///   runs out or a run is slow.
/// `figures` must come from figures_of(plan), `candidates` from compare(plan); `freedom` is what a search for
/// a plan that fits may change.
std::vector<Finding> advice(const Plan& plan, const Figures& figures,
                            const std::vector<Candidate>& candidates,
                            WayOutSearch search = WayOutSearch::by_advice, const Freedom& freedom = {});

/// Returns true if the finding reports missing memory and its fix, the best plan, has to be searched by the
/// caller (WayOutSearch::by_caller).
bool needs_best_plan(const Finding& finding);

/// The text used if no plan fits.
inline constexpr std::string_view no_way_out =
    "No plan fits: use more GPUs, GPUs with more memory, a shorter sequence or a smaller model.";

/// Share of the capacity from which a plan counts as tight, because the estimate's range reaches the
/// capacity.
inline constexpr double tight_share = 0.9;

}  // namespace zp
