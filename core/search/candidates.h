// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/estimate/figures.h"
#include "core/plan/finding.h"
#include "core/search/capacity.h"
#include "core/sharding/strategy.h"

namespace zp {

struct Candidate : Figures {
  Strategy strategy;
  std::string name;  ///< name_of(strategy), with all else that differs from the plan behind it: ".mb1.ckpt"
  Plan plan;
  std::vector<Finding> findings;  ///< check(plan)
  FitOdds odds;                   ///< fit_odds(plan, estimate)
  int rank = 0;                   ///< 1 is the best, 0 has no rank, see compare()
  /// This step over the fastest step of its comparison that fits; below 1 for a candidate that does not fit
  /// but would be faster; 0 if the time is unknown or nothing fits.
  double slowdown = 0;
  std::int64_t largest_micro_batch =
      0;  ///< the largest that still fits; 0: not even 1 does, or activations are unknown
  std::vector<std::string> reasons;  ///< each quotes the entries and figures it rests on

  /// Returns true if it fits and DeepSpeed neither refuses it nor stops with it later.
  [[nodiscard]] bool runs() const { return estimate.fits() && !stops(findings); }
  /// Returns true if it fits with the usual odds (FitDemand).
  [[nodiscard]] bool fits_surely() const { return odds.both >= FitDemand().confidence; }
};

/// Returns one plan as a candidate, not ranked: estimate, step time, largest micro batch and reasons.
Candidate candidate_of(const Plan& plan, std::string name);

/// Returns every strategy of the plan's framework, ranked, in the order of strategies_of(). Candidates that
/// fit with the usual odds come first, then those whose estimate fits, then the others. Among those that fit
/// the fewest mechanisms (mechanisms_of) come first, then the shortest step (the fewest moving parts if a
/// list of tensors has no step time); among the others, the smallest lack of memory.
/// A candidate that the framework refuses or stops with (framework_stops) has no rank.
std::vector<Candidate> compare(const Plan& plan);

/// Returns the candidate of `strategy`, which is among strategies_of(). Precondition: `candidates` comes
/// from compare().
const Candidate& candidate_with(const std::vector<Candidate>& candidates, Strategy strategy);

/// Returns the largest micro batch (1 … 65,536) with which this plan fits GPU, host and drive; 0 if not even
/// 1 does, or if activations are unknown. Memory never falls as the micro batch grows, and grows nearly in
/// proportion to it, so a few estimates find the edge.
std::int64_t largest_micro_batch(const Plan& plan);

/// Returns the bytes that the tightest of GPU, host and drive lacks; 0 if everything fits.
Bytes lack_of_memory(const MemoryEstimate& estimate);

}  // namespace zp
