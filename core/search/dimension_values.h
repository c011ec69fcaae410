// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "core/plan/training.h"

/// How values of a dimension that is more than a number are told in one. Internal to search/.
namespace zp {

// A batch is micro batch and accumulation in one number.
inline constexpr std::int64_t most_accumulation = std::int64_t{1} << 24;
constexpr std::int64_t packed_batch(std::int64_t micro_batch, std::int64_t accumulation) {
  return micro_batch * most_accumulation + accumulation;
}
constexpr std::int64_t micro_batch_of(std::int64_t batch) { return batch / most_accumulation; }
constexpr std::int64_t accumulation_of(std::int64_t batch) { return batch % most_accumulation; }

/// Activation checkpointing, and whether the checkpoints lie in host memory; from the leanest to the fastest.
using CheckpointingPlace = std::pair<Checkpointing, bool>;
inline constexpr std::array<CheckpointingPlace, 4> checkpointing_places = {{{Checkpointing::full, true},
                                                                            {Checkpointing::full, false},
                                                                            {Checkpointing::selective, false},
                                                                            {Checkpointing::none, false}}};
constexpr CheckpointingPlace checkpointing_of(std::int64_t value) {
  return checkpointing_places[static_cast<std::size_t>(value)];
}

}  // namespace zp
