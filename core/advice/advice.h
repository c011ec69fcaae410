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

/// States whether advice() itself searches all plans for a way out of a plan that does not fit, which takes a
/// few milliseconds. The window searches for the best plan anyway and need not wait for it.
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

/// Returns true if the finding says that memory is short and its fix, the best plan, is still to be searched
/// elsewhere.
bool needs_best_plan(const Finding& finding);

/// The text used if no plan fits.
inline constexpr std::string_view no_way_out =
    "No plan fits: use more GPUs, GPUs with more memory, a shorter sequence or a smaller model.";

/// Share of the capacity from which a plan counts as tight, because the estimate's range reaches the
/// capacity.
inline constexpr double tight_share = 0.9;

}  // namespace zp
