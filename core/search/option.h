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
/// Returns the plan with those values. Settings without a dimension stay, except that NVMe buffers are
/// enlarged if DeepSpeed would fail with them.
Plan with_pick(Plan plan, const Pick& pick);
/// Raises swap buffers to the smallest sizes that work. Returns true if any was too small.
bool widen_swap_buffers(Plan& plan, const SwapBuffers& smallest);

/// Figures by which a search compares a candidate, or the best case of several. Memory is the estimate to
/// which the odds refer (FitBytes), or, with a margin (FitDemand), the estimate plus that share of its range.
struct ComparedFigures {
  Bytes gpu;           ///< memory of one GPU
  Bytes host;          ///< host memory of one node
  Bytes drive;         ///< drive space of one node
  double seconds = 0;  ///< seconds per sequence of the global batch; 0 = unknown
  int gpus = 1;
  int mechanisms = 0;      ///< total weight of offload and similar mechanisms (mechanisms_of)
  int parts = 0;           ///< number of settings that a user has to get right
  std::int64_t batch = 1;  ///< global batch: sequences of all ranks in an optimizer step
  bool operator==(const ComparedFigures&) const = default;
};

/// A candidate with its figures.
struct Option : ComparedFigures {
  Pick pick{};
  bool operator==(const Option&) const = default;
};

/// A candidate with its figures, and figures that bound those of other candidates.
struct Estimated : Option {
  /// Figures that larger sizes cannot reduce: seconds without waits for collectives, and GPU memory without
  /// the buffer for a gradient larger than the bucket.
  double least_seconds = 0;
  Bytes least_gpu;
  double waits = 0;  ///< part of the seconds spent waiting for collectives
  /// Seconds of the collectives, hidden or not; larger sizes result in fewer, larger messages.
  double collectives = 0;
  double kernels = 0;  ///< part of the seconds that GPU kernels take
};

Strategy strategy_of(const Pick& pick);
[[nodiscard]] inline Strategy strategy_of(const Option& option) { return strategy_of(option.pick); }

/// Returns the number of settings to get right in one dimension: a stage counts as its number, offload to the
/// host as 4, to drives as 8; any other value counts as 1 if it is not DeepSpeed's default and the strategy
/// reads it.
int parts_of(DimensionId id, std::int64_t value, const Strategy& strategy);
/// Returns the weight of the mechanisms that a value uses and that only a lack of GPU memory justifies.
/// States on the host, checkpoints on the host, unpinned memory, a partial share and small sub-groups weigh 1
/// each; states on drives weigh more than all of these together. 0 if the strategy does not read the
/// dimension.
int mechanisms_of(DimensionId id, std::int64_t value, const Strategy& strategy);

}  // namespace zp
