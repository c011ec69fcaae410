// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/memory/estimate.h"
#include "core/memory/peak_range.h"
#include "core/plan/plan.h"

/// The odds that a plan fits, from the residuals of published runs: measured memory over predicted memory.
namespace zp {

/// Probabilities, 0 to 1, that a plan fits the memory of its GPUs, of its hosts, and both.
struct FitOdds {
  double gpu = 0, host = 0, both = 0;
  bool operator==(const FitOdds&) const = default;
};

/// The bytes that a plan needs, and those that there are.
struct FitBytes {
  Bytes gpu, gpu_capacity;    ///< `gpu` is GpuMemory::least, which PyTorch cannot give back
  Bytes host, host_capacity;  ///< of a node; `host` is HostMemory::needed_per_node()
  bool operator==(const FitBytes&) const = default;
};

/// Returns the odds; about 50 ns, without an allocation. More bytes never raise them, and more capacity never
/// lowers them.
FitOdds fit_odds(MemoryKind kind, const FitBytes& bytes);
/// Returns the odds of an estimated plan; all 0 for `both` if its drives have no room.
FitOdds fit_odds(const Plan& plan, const MemoryEstimate& estimate);

/// The largest odds that are said. Of 141 runs that nobody looked up and that had such room, 4 ran out of
/// memory (table "odds" of docs/accuracy.md), for reasons that no plan states.
inline constexpr double largest_said_odds = 0.97;
/// Returns the odds as outputs say them, at most `largest_said_odds`. A search compares plans by those of
/// fit_odds, so that more room stays better.
constexpr double said_odds(double probability) {
  return probability < largest_said_odds ? probability : largest_said_odds;
}

/// Odds in a word.
enum class FitWord : std::uint8_t {
  surely,       ///< from 0.95
  likely,       ///< from 0.8
  at_the_edge,  ///< from 0.5
  no
};
FitWord fit_word(double probability);
std::string_view name_of(FitWord word);  ///< "at_the_edge"

}  // namespace zp
