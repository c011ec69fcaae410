// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/search/candidates.h"

namespace zp {

enum class Unknown : std::uint8_t { parameters, micro_batch, sequence_length, gpus };
std::string_view name_of(Unknown unknown);  ///< as on the command line: "max-parameters", "min-gpus"

/// The extreme plan that still fits, and what lies just beyond it.
struct Solution {
  Unknown unknown{};
  std::int64_t value = 0;  ///< parameters, sequences, tokens or GPUs
  std::int64_t refused =
      0;  ///< the next value, which no longer fits (min-gpus: the next smaller); 0 where there is none
  Candidate candidate;
};

/// The largest or smallest value with which the plan fits GPU, host and drive; nothing when no value does, or
/// when activations are unknown and the answer would need them.
/// - parameters: layers are added at the plan's width; a plan that states a count gets a larger count.
/// - gpus: 1, 2, 4 … of one node, then whole nodes, up to 65,536; the micro batch stays.
/// Memory grows with each of the others, so that a bisection finds the edge.
std::optional<Solution> solve(const Plan& plan, Unknown unknown);

/// Layers at the plan's width with which everything still fits; 0 when not even one does.
std::int64_t largest_layers(const Plan& plan);

}  // namespace zp
