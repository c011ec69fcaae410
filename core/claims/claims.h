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

/// The claims of the two documents that the planner is based on, each with the planner's own figure for a
/// plan and a verdict.
namespace zp {

/// The documents: "DeepSpeed ZeRO: Memory-Efficient Distributed Training" (7 May 2025), and "DeepSpeed ZeRO
/// Optimization Stages: A Comprehensive Analysis".
enum class ClaimDocument : std::uint8_t { first, second };
template <>
inline constexpr auto words_of<ClaimDocument> = word_list("first", "second");
std::string_view title_of(ClaimDocument document);

/// `right` and `wrong` refer to the given plan if the claim has figures; `depends` means that a plan can
/// neither confirm nor refute the claim.
enum class ClaimVerdict : std::uint8_t { right, partly, wrong, depends };
template <>
inline constexpr auto words_of<ClaimVerdict> = word_list("right", "partly", "wrong", "depends");

struct JudgedClaim {
  ClaimDocument document{};
  std::string_view section;  ///< heading of the document
  std::string_view claim;    ///< the claim, paraphrased
  std::string ours;          ///< this planner's figures for the plan; "" if there are none
  ClaimVerdict verdict{};
  std::string_view why;  ///< reason, with the source of facts about DeepSpeed
};

/// Returns every claim, in the order of the documents; about 1 ms. Precondition: is_usable(plan).
std::vector<JudgedClaim> judged_claims(const Plan& plan);

}  // namespace zp
