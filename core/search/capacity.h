// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "core/memory/odds.h"
#include "core/plan/plan.h"
#include "core/search/option.h"
#include "core/units/quantity.h"

namespace zp {

/// The memory demand on a plan: the least odds that it fits, or a margin instead.
struct FitDemand {
  double confidence = 0.9;  ///< least odds that GPUs and hosts suffice (core/memory/odds.h), 0 … 1
  /// Share of the range above the estimate that must also fit, 0 … 1, instead of the odds; nullopt: the odds
  /// decide.
  std::optional<double> margin = {};
  bool operator==(const FitDemand&) const = default;

  static FitDemand with_margin(double share) { return {0, share}; }
};

/// Capacity of one GPU, and of one node's host memory and drives, and how much of it an estimate may use.
struct Capacity {
  Bytes gpu, host;
  Bytes drive;  ///< 0 = not stated; then any size fits
  /// Largest estimate that has the required odds in this place alone. With a margin: the whole capacity,
  /// because the compared figures already include the margin.
  Bytes usable_gpu, usable_host;
  MemoryKind kind{};
  double confidence = 0;  ///< least odds that GPUs and hosts fit together; 0 = no demand
};
/// Returns the capacity of a plan's cluster for that demand. At most `most_gpu` of each GPU is counted; 0
/// means no limit.
Capacity capacity_of(const Plan& plan, const FitDemand& demand = FitDemand::with_margin(0),
                     Bytes most_gpu = {});

/// Returns the bytes of `used` beyond `capacity`; 0 if it fits.
Bytes lack(Bytes used, Bytes capacity);

/// The place with the largest lack, and the bytes that each place lacks.
enum class Limit : std::uint8_t { none, gpu, host, drive };
struct Shortage {
  Limit limit = Limit::none;
  Bytes bytes;  ///< bytes by which the estimate exceeds its limit in that place
  /// Bytes by which the estimate exceeds each place's capacity; all 0 if only the odds are too low.
  Bytes gpu, host, drive;
  /// Not 0 if GPU and host each have the required odds, but not both together: then equal to `bytes`, the
  /// smaller amount by which one of the two has to shrink.
  Bytes together = {};
  /// Returns the largest of the bytes beyond a capacity.
  [[nodiscard]] Bytes beyond() const { return std::max({gpu, host, drive}); }
  /// Returns the distance to a plan that fits, compared lexicographically: bytes that a place lacks by
  /// itself, bytes beyond all capacities, bytes that GPU and host lack only together. A candidate that needs
  /// no more of any place than another never has a larger distance.
  [[nodiscard]] std::array<Bytes, 3> distance() const {
    return {bytes - together, gpu + host + drive, together};
  }
  bool operator==(const Shortage&) const = default;
};
/// Returns the shortage of a candidate.
Shortage shortage_of(const ComparedFigures& figures, const Capacity& capacity);
/// Returns true if nothing is lacking. Monotonic: with fewer bytes the result never changes from true to
/// false.
bool fits(const ComparedFigures& figures, const Capacity& capacity);

}  // namespace zp
