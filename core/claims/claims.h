// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"
#include "core/text/words.h"

/// The claims of the two documents that the planner implements, each with the planner's own figure for a plan
/// and a verdict.
namespace zp {

/// The documents: "DeepSpeed ZeRO: Memory-Efficient Distributed Training" (7 May 2025), and "DeepSpeed ZeRO
/// Optimization Stages: A Comprehensive Analysis".
enum class ClaimDocument : std::uint8_t { first, second };
template <>
inline constexpr auto words_of<ClaimDocument> = word_list("first", "second");
std::string_view title_of(ClaimDocument document);

/// `right` and `wrong` of a claim with figures hold for the plan at hand; `depends` is a claim that a plan
/// can neither prove nor refute.
enum class ClaimVerdict : std::uint8_t { right, partly, wrong, depends };
template <>
inline constexpr auto words_of<ClaimVerdict> = word_list("right", "partly", "wrong", "depends");

struct JudgedClaim {
  ClaimDocument document{};
  std::string_view section;  ///< heading of the document
  std::string_view claim;    ///< what it says, in our words
  std::string ours;  ///< our figures for the plan; "" if the claim has none, or the plan cannot have them
  ClaimVerdict verdict{};
  std::string_view why;  ///< reason, with the source of a fact about DeepSpeed
};

/// Returns every claim, in the order of the documents; about 1 ms. Precondition: is_usable(plan).
std::vector<JudgedClaim> judged_claims(const Plan& plan);

}  // namespace zp
