// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/plan/plan.h"

/// The step time of one plan over the speed of the link that matters.
namespace zp {

/// Returns the plan at another stage. Its placement is kept as far as that stage takes it (below 3 no
/// parameters are offloaded and the optimizer goes to the host at most, at 0 it stays on the GPU). Returns
/// nothing if that plan is refused or could not be estimated.
std::optional<Plan> at_stage(Plan plan, int stage);

enum class SweptLink : std::uint8_t { inside_node, between_nodes };
/// Returns the link that ZeRO's collectives wait for: the one between nodes if there are several, otherwise
/// the one inside the node.
SweptLink swept_link(const Plan& plan);
const Link& link_of(const Cluster& cluster, SweptLink link);

/// Stages 1, 2 and 3; stage 0 moves what stage 1 moves.
inline constexpr std::size_t swept_stage_count = 3;
/// Seconds of a step at stages 1, 2 and 3; NaN if that stage has no estimate.
using StageSeconds = std::array<double, swept_stage_count>;

/// The plans and speeds of a sweep, computed once per plan.
struct LinkSweep {
  SweptLink link{};
  double today = 0;  ///< GB/s, nominal, one direction, per GPU, like all speeds here
  std::array<std::optional<Plan>, swept_stage_count> plans;
  std::vector<double> speeds;  ///< rising in about equal ratios; today's is one of them
};
LinkSweep link_sweep(const Plan& plan);
/// Returns the seconds of a step if the swept link runs at `gb_per_s` and reaches today's share of it.
StageSeconds step_seconds(const LinkSweep& sweep, double gb_per_s);

enum class StageThreeCost : std::uint8_t {
  unknown,    ///< stage 3, or both others, have no estimate
  always,     ///< stage 3 costs time at every speed swept
  free_from,  ///< stage 3 costs nothing from some speed on
  never       ///< stage 3 costs nothing at any speed swept
};
struct StageThreeVerdict {
  StageThreeCost cost = StageThreeCost::unknown;
  double gb_per_s = 0;  ///< the speed of free_from
  bool operator==(const StageThreeVerdict&) const = default;
};
/// Stage 3 counts as free while its step is at most this much longer than the faster of stages 1 and 2.
inline constexpr double free_within = 0.02;
/// Compares stage 3 with stages 1 and 2. `seconds` are those of every speed of the sweep, in its order.
StageThreeVerdict stage_three_verdict(const LinkSweep& sweep, std::span<const StageSeconds> seconds);

}  // namespace zp
