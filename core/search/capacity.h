// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/memory/odds.h"
#include "core/plan/plan.h"
#include "core/search/option.h"
#include "core/units/quantity.h"

namespace zp {

/// The demand on a plan's memory: the least odds that it fits, or a margin in their place.
struct FitDemand {
  double confidence = 0.9;  ///< least odds that GPUs and hosts have room (core/memory/odds.h), 0 … 1
  /// Share of the range above the estimate that must have room, 0 … 1, whatever the odds; nullopt: the odds
  /// decide.
  std::optional<double> margin = {};
  bool operator==(const FitDemand&) const = default;

  static FitDemand with_margin(double share) { return {0, share}; }
};

/// The capacity of each place, of one GPU and of one node's host memory and drives, and the part of it that a
/// plan may be estimated to take.
struct Capacity {
  Bytes gpu, host;
  Bytes drive;  ///< 0 = not stated; then everything fits
  /// Most bytes of an estimate that still has the odds asked for by itself; the whole capacity if a margin is
  /// asked for, since figures then include it.
  Bytes usable_gpu, usable_host;
  MemoryKind kind{};
  double confidence = 0;  ///< least odds of GPUs and hosts together; 0 = not asked for
};
/// Returns the capacity of a plan's cluster for that demand. Of each GPU no more than `most_gpu` counts; 0 =
/// all of it.
Capacity capacity_of(const Plan& plan, const FitDemand& demand = FitDemand::with_margin(0),
                     Bytes most_gpu = {});

/// Returns the bytes of `used` beyond `capacity`; 0 if everything has room.
Bytes lack(Bytes used, Bytes capacity);

/// The place that lacks most, and the bytes that each place lacks.
enum class Limit : std::uint8_t { none, gpu, host, drive };
struct Shortage {
  Limit limit = Limit::none;
  Bytes bytes;  ///< bytes by which the estimate exceeds what it may take in that place
  /// Bytes by which it exceeds the capacity of each place itself; all 0 if only the odds are too low.
  Bytes gpu, host, drive;
  /// Returns the most of these.
  [[nodiscard]] Bytes beyond() const { return std::max({gpu, host, drive}); }
  bool operator==(const Shortage&) const = default;
};
/// Returns the shortage of a candidate.
Shortage shortage_of(const ComparedFigures& figures, const Capacity& capacity);
/// Returns true if nothing lacks. Never true of more bytes where it is false of fewer.
bool fits(const ComparedFigures& figures, const Capacity& capacity);

}  // namespace zp
