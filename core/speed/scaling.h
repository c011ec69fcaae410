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

/// The quantity that stays fixed while the number of GPUs changes.
enum class FixedQuantity : std::uint8_t {
  micro_batch,  ///< micro batch and accumulation of each GPU; the global batch follows the GPUs
  global_batch  ///< sequences per step; accumulation, then the micro batch, follow the GPUs
};

inline constexpr int most_scaled_gpus = 8192;

/// Returns numbers of GPUs in rising order: 1, 2, 4 … below the GPUs of a node, then 1, 2, 4 … nodes of as
/// many GPUs as today's, up to most_scaled_gpus; the plan's own number is one of them.
std::vector<int> scaled_gpus(const Plan& plan);

/// Returns the plan on `gpus` GPUs: part of one node, or whole nodes. Links, host and drives of a node are
/// kept. Returns nothing if the GPUs fill no whole number of nodes, or if the global batch to hold does not
/// divide among them.
std::optional<Plan> on_gpus(Plan plan, int gpus, FixedQuantity fixed);

struct ScalePoint {
  int gpus = 0;
  bool is_possible = false;  ///< the other figures hold only if it is true
  bool fits = false;         ///< in GPU, host and drive
  Bytes gpu_peak, gpu_capacity;
  double seconds = 0;  ///< of a step; 0 if unknown
  double tokens_per_s = 0;
  std::int64_t global_batch = 0;  ///< sequences
  bool operator==(const ScalePoint&) const = default;
};
/// Estimates the plan at `stage` (see at_stage) on `gpus` GPUs.
ScalePoint scale_point(const Plan& plan, int stage, int gpus, FixedQuantity fixed);

}  // namespace zp
