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

/// What stays as it is while the number of GPUs changes.
enum class HeldFixed : std::uint8_t {
  micro_batch,  ///< micro batch and accumulation of each GPU; the global batch follows the GPUs
  global_batch  ///< sequences per step; accumulation, then the micro batch, follow the GPUs
};

inline constexpr int most_scaled_gpus = 8192;

/// 1, 2, 4 … below the GPUs of a node, then nodes 1, 2, 4 … of as many GPUs as today's, up to
/// most_scaled_gpus; the plan's own number is one of them.
std::vector<int> scaled_gpus(const Plan& plan);

/// The plan on `gpus` GPUs: part of one node, or whole nodes. Links, host and drives of a node are kept.
/// Nothing where the GPUs fill no whole number of nodes, or the global batch to hold does not divide among
/// them.
std::optional<Plan> on_gpus(Plan plan, int gpus, HeldFixed fixed);

struct ScalePoint {
  int gpus = 0;
  bool is_possible = false;  ///< the rest holds only then
  bool fits = false;         ///< GPU, host and drive
  Bytes gpu_peak, gpu_capacity;
  double seconds = 0;  ///< of a step; 0 = unknown
  double tokens_per_s = 0;
  std::int64_t global_batch = 0;  ///< sequences
  bool operator==(const ScalePoint&) const = default;
};
/// The plan at `stage` (see at_stage) on `gpus` GPUs.
ScalePoint scale_point(const Plan& plan, int stage, int gpus, HeldFixed fixed);

}  // namespace zp
