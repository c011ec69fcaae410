// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/search/space.h"
#include "core/sharding/offload_engine.h"

/// Packs values that consist of several numbers into one integer, and lists the values to try. Internal to
/// search/.
namespace zp {

// A batch packs micro batch and accumulation into one number.
inline constexpr std::int64_t most_accumulation = std::int64_t{1} << 24;
constexpr std::int64_t packed_batch(std::int64_t micro_batch, std::int64_t accumulation) {
  return micro_batch * most_accumulation + accumulation;
}
constexpr std::int64_t micro_batch_of(std::int64_t batch) { return batch / most_accumulation; }
constexpr std::int64_t accumulation_of(std::int64_t batch) { return batch % most_accumulation; }

/// Activation checkpointing; the second member is true if checkpoints are kept in host memory. Sorted from
/// least memory to fastest.
using CheckpointingPlace = std::pair<Checkpointing, bool>;
inline constexpr std::array<CheckpointingPlace, 5> checkpointing_places = {
    {{Checkpointing::full, true},
     {Checkpointing::full, false},
     {Checkpointing::memory_budget, false},
     {Checkpointing::selective, false},
     {Checkpointing::none, false}}};
constexpr CheckpointingPlace checkpointing_of(std::int64_t value) {
  return checkpointing_places[static_cast<std::size_t>(value)];
}

inline std::int64_t place_of(const Training& training) {
  const bool on_host =
      training.checkpoints_on_host && training.activation_checkpointing == Checkpointing::full;
  return std::ranges::find(checkpointing_places,
                           CheckpointingPlace(training.activation_checkpointing, on_host)) -
         checkpointing_places.begin();
}

inline std::int64_t place_of(const Strategy& strategy) {
  return std::ranges::find(every_strategy(), strategy) - every_strategy().begin();
}

// Returns the offloaded share of an optimizer in thousandths.
inline std::int64_t thousandths_of(double share) { return std::lround(share * 1000); }

// A schedule packs its kind and the number of model parts per stage, at most 1,024 in a plan, into one
// number.
inline constexpr std::int64_t most_parts = 2048;
inline std::int64_t packed_schedule(const Training& training) {
  return static_cast<std::int64_t>(training.pipeline_schedule) * most_parts + training.pipeline_chunks;
}
inline void set_schedule(Training& training, std::int64_t value) {
  training.pipeline_schedule = static_cast<PipelineSchedule>(value / most_parts);
  training.pipeline_chunks = static_cast<int>(value % most_parts);
}

/// Functions for Dimension::values, one per dimension.
namespace candidate_values {

Values nodes(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values tensor_parallel(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values sequence_parallel(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values context_parallel(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values schedule(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values expert_parallel(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values strategy(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values batch(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values checkpointing(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values loss(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values both_states(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values overlap(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values secondary(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values sub_group(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values ratio(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values engine(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values reuse(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values persistence(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values reduce_bucket(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values prefetch(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values live(const Plan& plan, const Plan& origin, const Freedom& freedom);
Values allgather_bucket(const Plan& plan, const Plan& origin, const Freedom& freedom);

}  // namespace candidate_values
}  // namespace zp
