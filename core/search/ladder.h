// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/search/solve.h"

/// The steps that people take for long sequences, each on top of those before.
namespace zp {

/// The limit that a longer sequence reaches first.
enum class Wall : std::uint8_t { none, gpu, host, time };
template <>
inline constexpr auto words_of<Wall> = word_list("none", "gpu", "host", "time");

struct LadderStep {
  std::string_view name;     ///< "tiled"
  std::string title;         ///< "Loss and MLP in tiles"
  std::string needs;         ///< change of the program or key that it needs; "" for the plan as it stands
  std::int64_t longest = 0;  ///< most tokens of a sequence; 0: not even one fits
  std::int64_t refused = 0;  ///< next length in tokens, which no longer runs; 0 if every length does
  Wall wall = Wall::none;    ///< limit at the refused length
  std::string why_refused;   ///< "Short of 1.2 GiB of GPU memory."
  Candidate candidate;       ///< candidate at the longest length; empty if none fits
};

/// Returns a rung for the plan as it stands, then for micro batch 1, full checkpointing, a fused loss, loss
/// and MLP in tiles, checkpoints on the host, one sequence over the GPUs of a node, twice and four times the
/// nodes. Steps that change nothing, or that DeepSpeed does not run, are left out. Of `wanted`, only fit
/// and speed count.
std::vector<LadderStep> sequence_ladder(const Plan& plan, const Requirements& wanted);

}  // namespace zp
