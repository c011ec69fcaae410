// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/search/choice.h"
#include "core/search/sensitivity.h"
#include "core/search/solve.h"

/// What a choice comes to, in words for people. Every number stands in the choice.
namespace zp {

/// One dimension in which two picks differ, as a person reads it.
struct PickDifference {
  DimensionId id{};
  std::string_view title;  ///< "Activation checkpointing"
  std::string from, to;    ///< "full", "none"
};
/// In the order of dimensions(); what neither plan reads is left out.
std::vector<PickDifference> differences(const Pick& from, const Pick& to);

/// "ZeRO-3 · micro batch 4 × 4 · no checkpointing · bucket 50M": stage and placement, batch, and
/// what else differs from `origin`.
std::string title_of(const Option& option, const Pick& origin);

/// "52.3 GiB on each GPU".
std::string shortage_words(const Shortage& shortage);

/// "33.0k tokens/s, 44.0 of 79.2 GiB per GPU".
std::string summary_of(const Option& option, const Capacity& capacity, const Plan& plan);

/// One sentence that leads with the answer: what to run, what it brings against the plan as it is, and why it
/// and not the fastest. Where nothing runs: what comes nearest, and what it lacks.
std::string verdict_of(const PlanChoice& choice, const Plan& plan);

/// "20,180 plans compared."
std::string compared_words(const PlanChoice& choice);

/// The same in a few words beside the title of the best plan: "As fast as the fastest within what an estimate
/// can tell, 22 GiB more free, nothing offloaded".
std::string reason_for_best(const PlanChoice& choice, const Plan& plan);

/// "Nothing fits: short of 52.3 GiB on each GPU at best: ZeRO-3 · …", "" where something runs.
std::string why_nothing_runs(const Reach& reach, const Plan& plan);

/// Why a family is not the answer: what rules out the last of its candidates and by how much, or how much
/// slower the fastest of them is.
std::string why_not(const Family& family, const PlanChoice& choice, const Plan& plan);

/// "Largest micro batch: 12 sequences a GPU with ZeRO-3 · micro batch 12 × 4, 33.0k tokens/s. 13 sequences a
/// GPU would not do: …"; `origin` is the plan that was solved.
std::string sentence_of(const std::optional<Solution>& solution, Unknown unknown, const Plan& origin);

/// "Twice the network: 71,900 tokens/s, +120 %: ZeRO-2 · micro batch 4 × 4"; "… no faster by more than an
/// estimate can tell".
std::string sensitivity_line(const Sensitivity& one);

}  // namespace zp
