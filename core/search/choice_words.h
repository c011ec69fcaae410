// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/search/choice.h"
#include "core/search/sensitivity.h"
#include "core/search/solve.h"

/// The result of a choice, in words for people. Every number comes from the choice.
namespace zp {

/// One dimension in which two picks differ, as a person reads it.
struct PickDifference {
  DimensionId id{};
  std::string_view title;  ///< "Activation checkpointing"
  std::string from, to;    ///< "full", "none"
};
/// Returns the framework that refuses plans or stops with them: "DeepSpeed", "PyTorch".
std::string_view refuser_of(const Plan& plan);

/// Returns the differences in the order of dimensions(); what `to` does not read is left out, and so is an
/// overlap_comm at its default for the stage of `to`.
std::vector<PickDifference> differences(const Pick& from, const Pick& to);

/// Returns "ZeRO-3 · micro batch 4 × 4 · no checkpointing · bucket 50M": stage and placement, batch, and all
/// else that differs from `origin`.
std::string title_of(const Option& option, const Pick& origin);

/// Returns "52.3 GiB on each GPU".
std::string shortage_words(const Shortage& shortage);
/// Returns the places whose capacity itself is exceeded, each in the words of `say`, joined with "and"; "" if
/// there is none.
std::string joined_lacks(const Shortage& shortage, const std::function<std::string(Limit, Bytes)>& say);

/// Returns "33.0k tokens/s, 44.0 of 79.2 GiB per GPU, odds 97 %": the estimate's peak, and the odds if they
/// decide.
std::string summary_of(const Option& option, const Capacity& capacity, const Plan& plan);

/// Returns the peak on each GPU that an option is shown with, everywhere: the estimate's.
Bytes shown_peak(const Option& option, const Plan& plan);

/// Returns the best plan beside the present one, for a small card: "29,820 tokens/s, 38 % faster than this
/// plan. 56.0 of 79.2 GiB per GPU, odds 97 %. Changes 3 settings." If nothing runs, it names the nearest plan
/// and what that lacks. Why the present plan does not count is said only if it runs by itself.
std::string gist_of(const PlanChoice& choice, const Plan& plan);
/// Returns why the best plan is the best, in three sentences or a few more: its reason, the strategy that
/// comes next and what it lacks, and how many plans were compared. Precondition: choice.best.
std::string why_best(const PlanChoice& choice, const Plan& plan);

/// Returns one sentence: the plan to run, and its gain over the plan as it is. If nothing runs, it names the
/// nearest plan and what that lacks.
std::string answer_of(const PlanChoice& choice, const Plan& plan);

/// Returns the answer, the reason for it rather than the fastest, and how many plans were compared.
std::string verdict_of(const PlanChoice& choice, const Plan& plan);

/// Returns "20,180 plans compared."
std::string compared_words(const PlanChoice& choice);

/// Returns the reason for the best plan, to stand beside its title: "The fastest that fits without offload.
/// Faster by 26 % with more to it: …". A difference that the clock cannot tell is named with its size.
std::string reason_for_best(const PlanChoice& choice, const Plan& plan);

/// Returns "Nothing fits: short of 52.3 GiB on each GPU at best: ZeRO-3 · …"; "" if something runs.
std::string why_nothing_runs(const Reachability& reach, const Plan& plan);

/// Returns the reason for which a family is not the answer: what rules out the last of its candidates and by
/// how much, or how much slower the fastest of them is.
std::string why_not(const Family& family, const PlanChoice& choice, const Plan& plan);

/// Returns "Largest micro batch: 12 sequences a GPU with ZeRO-3 · micro batch 12 × 4, 33.0k tokens/s. 13
/// sequences a GPU would not do: …". `origin` is the plan that was solved.
std::string sentence_of(const std::optional<Solution>& solution, Unknown unknown, const Plan& origin);

/// Returns "Twice the network: 71,900 tokens/s, +120 %: ZeRO-2 · micro batch 4 × 4".
std::string sensitivity_line(const Sensitivity& one);
/// Returns true if the change helps or hurts by enough to be worth a line.
bool is_worth_a_line(const Sensitivity& one);

}  // namespace zp
