// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/plan/plan.h"

/// Step time of a plan as a function of the speed of its decisive link.
namespace zp {

/// Returns the plan at another stage. Placements are kept as far as that stage allows (below 3 no parameter
/// offload and optimizer offload only to the host, at 0 no offload). Returns nullopt if that plan is refused
/// or cannot be estimated.
std::optional<Plan> at_stage(Plan plan, int stage);

enum class SweptLink : std::uint8_t { inside_node, between_nodes };
/// Returns the link that ZeRO's collectives wait for: the one between nodes if there are several, else the
/// one inside the node.
SweptLink swept_link(const Plan& plan);
const Link& link_of(const Cluster& cluster, SweptLink link);

/// Stages 1, 2 and 3; stage 0 communicates as much as stage 1.
inline constexpr std::size_t swept_stage_count = 3;
/// Seconds of a step at stages 1, 2 and 3; NaN if there is no estimate.
using StageSeconds = std::array<double, swept_stage_count>;

/// Plans and speeds of a sweep, computed once per plan.
struct LinkSweep {
  SweptLink link{};
  double today = 0;  ///< present speed; like all speeds here nominal GB/s per GPU in one direction
  std::array<std::optional<Plan>, swept_stage_count> plans;
  std::vector<double> speeds;  ///< rising, roughly geometric; includes the present speed
};
LinkSweep link_sweep(const Plan& plan);
/// Returns the seconds of a step if the swept link has `gb_per_s`. Collectives reach the same share of it as
/// of the present speed.
StageSeconds step_seconds(const LinkSweep& sweep, double gb_per_s);

enum class StageThreeCost : std::uint8_t {
  unknown,    ///< stage 3, or both stages 1 and 2, have no estimate
  always,     ///< stage 3 is slower at every speed
  free_from,  ///< stage 3 is as fast from some speed on
  never       ///< stage 3 is as fast at every speed
};
struct StageThreeVerdict {
  StageThreeCost cost = StageThreeCost::unknown;
  double gb_per_s = 0;  ///< for free_from: that speed
  bool operator==(const StageThreeVerdict&) const = default;
};
/// Stage 3 counts as free if its step is at most this share longer than the faster of stages 1 and 2.
inline constexpr double free_within = 0.02;
/// Compares stage 3 with stages 1 and 2. `seconds` has one element per speed of the sweep.
StageThreeVerdict stage_three_verdict(const LinkSweep& sweep, std::span<const StageSeconds> seconds);

}  // namespace zp
