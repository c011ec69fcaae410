// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "core/memory/estimate.h"
#include "core/search/space.h"
#include "core/sharding/strategy.h"
#include "core/units/quantity.h"

namespace zp {

/// A candidate: one value of each dimension.
using Pick = std::array<std::int64_t, dimension_count>;

Pick pick_of(const Plan& plan);
/// Returns the plan with those values. Settings that no dimension decides stay, except that buffers for NVMe
/// are widened if DeepSpeed would stop at them.
Plan with_pick(Plan plan, const Pick& pick);
/// Raises swap buffers to the smallest sizes that run. Returns true if any was too small.
bool widen_swap_buffers(Plan& plan, const SwapBuffers& smallest);

/// The figures by which a search compares a candidate, or the best case of several. Memory is the estimate
/// that the odds are of (FitBytes), or, if a margin is asked for (FitDemand), the estimate plus that share of
/// its range.
struct ComparedFigures {
  Bytes gpu;           ///< memory of one GPU
  Bytes host;          ///< host memory of one node
  Bytes drive;         ///< drive space of one node
  double seconds = 0;  ///< seconds of one sequence of the global batch; 0 = not known
  int gpus = 1;
  int mechanisms = 0;  ///< weight of the mechanisms beside the GPU's own memory (mechanisms_of)
  int parts = 0;       ///< number of settings that a person has to get right
  bool operator==(const ComparedFigures&) const = default;
};

/// A candidate with its figures.
struct Option : ComparedFigures {
  Pick pick{};
  bool operator==(const Option&) const = default;
};

/// A candidate with its figures and those that bound other candidates.
struct Estimated : Option {
  /// The figures that larger sizes cannot improve: seconds without waiting for collectives, and GPU memory
  /// without the buffer of a gradient larger than the bucket.
  double least_seconds = 0;
  Bytes least_gpu;
  double waits = 0;  ///< part of the seconds spent waiting for collectives
  /// Seconds that the collectives take, hidden or not; larger sizes make fewer, larger messages of them.
  double collectives = 0;
  double kernels = 0;  ///< part of the seconds that the GPU's kernels take
};

Strategy strategy_of(const Pick& pick);
[[nodiscard]] inline Strategy strategy_of(const Option& option) { return strategy_of(option.pick); }

/// Returns the settings of one dimension that a person has to get right: a stage counts its number, an
/// offload to the host 4 and to drives 8; everything else counts 1 if it is not DeepSpeed's default and the
/// strategy reads it.
int parts_of(DimensionId id, std::int64_t value, const Strategy& strategy);
/// Returns the weight of the mechanisms that a value brings and that only a lack of GPU memory justifies:
/// states on the host, checkpoints on the host, unpinned memory, a partial share and small sub-groups count 1
/// each, states on drives more than all of these together. 0 if the strategy does not read the dimension.
int mechanisms_of(DimensionId id, std::int64_t value, const Strategy& strategy);

}  // namespace zp
