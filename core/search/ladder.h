// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/search/solve.h"

/// What people do for long sequences, one thing after another, each on top of those before.
namespace zp {

/// What ends a longer sequence first.
enum class Wall : std::uint8_t { none, gpu, host, time };
template <>
inline constexpr auto words_of<Wall> = word_list("none", "gpu", "host", "time");

struct Rung {
  std::string_view name;     ///< "tiled"
  std::string title;         ///< "Loss and MLP in tiles"
  std::string needs;         ///< what of a program or a key it takes; "" for the plan as it stands
  std::int64_t longest = 0;  ///< tokens of a sequence; 0: not even one fits
  std::int64_t refused = 0;  ///< tokens with which it no longer does; 0 where every length does
  Wall wall = Wall::none;    ///< there
  std::string why_refused;   ///< "Short of 1.2 GiB of GPU memory."
  Candidate candidate;       ///< at the longest; of a rung without one nothing
};

/// The plan as it stands, then micro batch 1, full checkpointing, a fused loss, loss and MLP in tiles,
/// checkpoints on the host, one sequence over the GPUs of a node, twice and four times the nodes: those that
/// change something and that DeepSpeed runs. Only margin and speed of `wanted` are asked.
std::vector<Rung> sequence_ladder(const Plan& plan, const Wanted& wanted);

}  // namespace zp
