// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/plan.h"
#include "core/units/quantity.h"

/// Memory and throughput of one plan on fewer or more GPUs.
namespace zp {

/// The quantity that stays constant while the number of GPUs changes.
enum class FixedQuantity : std::uint8_t {
  micro_batch,  ///< micro batch and accumulation per GPU; the global batch scales with the GPUs
  global_batch  ///< sequences per step; accumulation, then the micro batch, are adapted
};

inline constexpr int most_scaled_gpus = 8192;

/// Returns numbers of GPUs in rising order: 1, 2, 4 … within a node, then 1, 2, 4 … nodes of the present
/// size, up to most_scaled_gpus; always includes the plan's own number.
std::vector<int> scaled_gpus(const Plan& plan);

/// Returns the plan on `gpus` GPUs: part of one node, or whole nodes. A node's links, host and drives stay.
/// Returns nullopt if the GPUs are not a whole number of nodes, or if they do not divide the constant global
/// batch.
std::optional<Plan> on_gpus(Plan plan, int gpus, FixedQuantity fixed);

struct ScalePoint {
  int gpus = 0;
  bool is_possible = false;  ///< if false, the other figures are meaningless
  bool fits = false;         ///< in GPU, host and drive memory
  Bytes gpu_peak, gpu_capacity;
  double seconds = 0;  ///< seconds of a step; 0 if unknown
  double tokens_per_s = 0;
  std::int64_t global_batch = 0;  ///< sequences
  bool operator==(const ScalePoint&) const = default;
};
/// Estimates the plan at `stage` (see at_stage) on `gpus` GPUs.
ScalePoint scale_point(const Plan& plan, int stage, int gpus, FixedQuantity fixed);

}  // namespace zp
