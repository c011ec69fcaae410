// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/memory/estimate.h"
#include "core/memory/peak_range.h"
#include "core/plan/plan.h"

/// The odds that a plan fits, from published runs' ratios of measured to predicted memory.
namespace zp {

/// Probabilities, 0 to 1, that a plan fits its GPUs, its hosts, and both.
struct FitOdds {
  double gpu = 0, host = 0, both = 0;
  bool operator==(const FitOdds&) const = default;
};

/// Bytes that a plan needs and bytes that are available.
struct FitBytes {
  Bytes gpu, gpu_capacity;    ///< `gpu` is GpuMemory::peak_without_cache
  Bytes host, host_capacity;  ///< per node; `host` is HostMemory::needed_per_node()
  bool operator==(const FitBytes&) const = default;
};

/// Returns the odds. Takes about 50 ns and does not allocate. The odds fall with `bytes` and rise with the
/// capacities.
FitOdds fit_odds(MemoryKind kind, const FitBytes& bytes);
/// Returns the odds of an estimated plan; `both` is 0 if its drives are too small.
FitOdds fit_odds(const Plan& plan, const MemoryEstimate& estimate);

/// The largest odds that outputs show. Of 141 runs that were not looked up and had such headroom, 4 ran out
/// of memory (table "odds" of docs/accuracy.md), for reasons that plans do not state.
inline constexpr double largest_shown_odds = 0.97;
/// Returns the odds to show, at most `largest_shown_odds`. A search compares the unlimited odds, so that more
/// headroom stays better.
constexpr double shown_odds(double probability) {
  return probability < largest_shown_odds ? probability : largest_shown_odds;
}

/// Verbal classes of odds.
enum class FitWord : std::uint8_t {
  surely,       ///< from 0.95
  likely,       ///< from 0.8
  at_the_edge,  ///< from 0.5
  no
};
FitWord fit_word(double probability);
std::string_view name_of(FitWord word);  ///< "at_the_edge"

}  // namespace zp
