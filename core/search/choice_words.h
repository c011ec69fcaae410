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

/// The result of a choice in words. Every number comes from the choice.
namespace zp {

/// One dimension in which two picks differ, as shown to users.
struct PickDifference {
  DimensionId id{};
  std::string_view title;  ///< "Activation checkpointing"
  std::string from, to;    ///< "full", "none"
};
/// Returns the framework that refuses plans or fails with them: "DeepSpeed", "PyTorch".
std::string_view refusing_framework(const Plan& plan);

/// Returns the differences in the order of dimensions(). Leaves out settings that `to` does not read, and
/// overlap_comm if it has the default for the stage of `to`.
std::vector<PickDifference> differences(const Pick& from, const Pick& to);

/// Returns "ZeRO-3 · micro batch 4 × 4 · no checkpointing · bucket 50M": stage and placement, batch, and
/// every other difference from `origin`.
std::string title_of(const Option& option, const Pick& origin);

/// Returns "52.3 GiB on each GPU".
std::string shortage_words(const Shortage& shortage);
/// Returns the places whose capacity itself is exceeded, each as formatted by `say`, joined with "and"; "" if
/// there is none.
std::string joined_lacks(const Shortage& shortage, const std::function<std::string(Limit, Bytes)>& say);

/// Returns "33.0k tokens/s, 44.0 of 79.2 GiB per GPU, odds 97 %": speed, the estimate's peak, and the odds if
/// they are demanded.
std::string summary_of(const Option& option, const Capacity& capacity, const Plan& plan);

/// Returns the peak on each GPU that every view shows for an option: that of the estimate.
Bytes shown_peak(const Option& option, const Plan& plan);

/// Returns the best plan compared with the present one, for a small card: "29,820 tokens/s, 38 % faster than
/// this plan. 56.0 of 79.2 GiB per GPU, odds 97 %. Changes 3 settings." If nothing runs, it names the plan
/// closest to running and what it lacks. It says why the present plan is ruled out only if that plan runs.
std::string card_summary(const PlanChoice& choice, const Plan& plan);
/// Returns three or more sentences: why the best plan is the best, which strategy comes next and what it
/// lacks, and how many plans were compared. Precondition: choice.best.
std::string why_best(const PlanChoice& choice, const Plan& plan);

/// Returns one sentence: the plan to run, and its gain over the present plan. If nothing runs, it names the
/// plan closest to running and what it lacks.
std::string answer_of(const PlanChoice& choice, const Plan& plan);

/// Returns the answer, why it was chosen instead of the fastest, and how many plans were compared.
std::string verdict_of(const PlanChoice& choice, const Plan& plan);

/// Returns "20,180 plans compared."
std::string compared_words(const PlanChoice& choice);

/// Returns the reason for the best plan, shown next to its title: "The fastest that fits without offload.
/// Faster by 26 % with more to it: …". A difference below the clock's resolution is stated with its size.
std::string reason_for_best(const PlanChoice& choice, const Plan& plan);

/// Returns "Nothing fits: short of 52.3 GiB on each GPU at best: ZeRO-3 · …"; "" if something runs.
std::string why_nothing_runs(const Reachability& reachability, const Plan& plan);

/// Returns why a family was not chosen: what rules out its last candidate and by how much, or how much slower
/// its fastest is.
std::string why_not(const Family& family, const PlanChoice& choice, const Plan& plan);

/// Returns "Largest micro batch: 12 sequences a GPU with ZeRO-3 · micro batch 12 × 4, 33.0k tokens/s. 13
/// sequences a GPU would not do: …". `origin` is the plan for which solve() was called.
std::string sentence_of(const std::optional<Solution>& solution, Unknown unknown, const Plan& origin);

/// Returns "Twice the network: 71,900 tokens/s, +120 %: ZeRO-2 · micro batch 4 × 4".
std::string sensitivity_line(const Sensitivity& one);
/// Returns true if the change's gain or loss is large enough to be listed.
bool is_worth_a_line(const Sensitivity& one);

}  // namespace zp
