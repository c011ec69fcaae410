// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "core/memory/estimate.h"
#include "core/search/space.h"
#include "core/search/strategy.h"
#include "core/units/quantity.h"

namespace zp {

/// A candidate: one value of each dimension.
using Pick = std::array<std::int64_t, dimension_count>;

Pick pick_of(const Plan& plan);
/// The plan with those values; what no dimension decides stays, but that buffers for NVMe are widened where
/// DeepSpeed would stop at them.
Plan with_pick(Plan plan, const Pick& pick);
/// To the smallest that run, where they are smaller. Whether they were.
bool widen_swap_buffers(Plan& plan, const SwapBuffers& smallest);

/// The figures by which a search compares a candidate, or the best case of several. Memory is the memory that
/// must be free: the estimate plus the requested share of its range.
struct Standing {
  Bytes gpu;           ///< of one GPU
  Bytes host;          ///< of one node
  Bytes drive;         ///< of one node
  double seconds = 0;  ///< of one sequence of the global batch; 0 = not known
  int gpus = 1;
  int parts = 0;    ///< settings a person has to get right
  int changes = 0;  ///< dimensions in which it is not the plan that the search began with
  bool operator==(const Standing&) const = default;
};

/// A candidate with its figures.
struct Option : Standing {
  Pick pick{};
  bool operator==(const Option&) const = default;
};

/// A candidate with its figures and those that bound other candidates.
struct Estimated : Option {
  /// What larger sizes cannot improve: seconds without waiting for collectives; memory of the GPU without the
  /// buffer of a gradient larger than the bucket.
  double least_seconds = 0;
  Bytes least_gpu;
  double waits = 0;  ///< of the seconds, those of waiting for collectives
  /// Seconds that the collectives take, hidden or not; larger sizes make fewer, larger messages of them.
  double collectives = 0;
  double kernels = 0;  ///< of the seconds, those of the GPU's kernels
};

Strategy strategy_of(const Pick& pick);
[[nodiscard]] inline Strategy strategy_of(const Option& option) { return strategy_of(option.pick); }

/// Settings a person has to get right, of one dimension: a stage counts its number, an offload to the host 4
/// and to drives 8; everything else 1 where it is neither what the plan at hand has nor DeepSpeed's default.
int parts_of(DimensionId id, std::int64_t value, const Pick& origin);

}  // namespace zp
