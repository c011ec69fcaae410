// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/search/solve.h"

/// Usual measures for long sequences, each applied on top of the previous ones.
namespace zp {

/// The limit that a longer sequence hits first.
enum class Wall : std::uint8_t { none, gpu, host, time };
template <>
inline constexpr auto words_of<Wall> = word_list("none", "gpu", "host", "time");

struct LadderStep {
  std::string_view name;     ///< "tiled"
  std::string title;         ///< "Loss and MLP in tiles"
  std::string needs;         ///< change of the program or key that it needs; "" for the present plan
  std::int64_t longest = 0;  ///< longest sequence in tokens; 0: none fits
  std::int64_t refused = 0;  ///< shortest length tried that does not run, in tokens; 0 if none
  Wall wall = Wall::none;    ///< limit at the refused length
  std::string why_refused;   ///< "Short of 1.2 GiB of GPU memory."
  Candidate candidate;       ///< at the longest length; empty if none fits
};

/// Returns one step for the present plan, then for micro batch 1, full checkpointing, a fused loss, tiled
/// loss and MLP, checkpoints in host memory, sequence parallelism over a node's GPUs, and twice and four
/// times the nodes. Leaves out steps that change nothing or that DeepSpeed does not run. Only fit and speed
/// of `requirements` are used.
std::vector<LadderStep> sequence_ladder(const Plan& plan, const Requirements& requirements);

}  // namespace zp
