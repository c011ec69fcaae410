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
  std::string name;  ///< name_of(strategy), followed by every other difference from the plan: ".mb1.ckpt"
  Plan plan;
  std::vector<Finding> findings;  ///< check(plan)
  FitOdds odds;                   ///< fit_odds(plan, estimate)
  int rank = 0;                   ///< 1 is the best; 0 means unranked, see compare()
  /// This step's time divided by that of the fastest candidate that fits; below 1 for a faster candidate that
  /// does not fit; 0 if the time is unknown or nothing fits.
  double slowdown = 0;
  std::int64_t largest_micro_batch = 0;  ///< 0: none fits, or activations are unknown
  std::vector<std::string> reasons;      ///< each quotes the entries and figures that it is based on

  /// Returns true if the candidate fits and DeepSpeed neither refuses it nor fails with it later.
  [[nodiscard]] bool runs() const { return estimate.fits() && !stops(findings); }
  /// Returns true if it fits with the default odds (FitDemand).
  [[nodiscard]] bool fits_surely() const { return odds.both >= FitDemand().confidence; }
};

/// Returns one plan as an unranked candidate: estimate, step time, largest micro batch and reasons.
Candidate candidate_of(const Plan& plan, std::string name);

/// Returns all strategies of the plan's framework with their ranks, in the order of strategies_of().
/// Candidates that fit with the default odds rank first, then those whose estimate fits, then the rest. Among
/// those that fit, fewer mechanisms (mechanisms_of) rank higher, then a shorter step (fewer settings if a
/// list of tensors has no step time); among the rest, a smaller lack of memory. A candidate that the
/// framework refuses or fails with (framework_stops) has no rank.
std::vector<Candidate> compare(const Plan& plan);

/// Returns the candidate of `strategy`, which is among strategies_of(). Precondition: `candidates` comes
/// from compare().
const Candidate& candidate_with(const std::vector<Candidate>& candidates, Strategy strategy);

/// Returns the largest micro batch (1 … 65,536) with which this plan fits GPU, host and drive; 0 if none
/// does, or if activations are unknown. Memory grows monotonically and almost linearly with the micro batch,
/// so a few estimates suffice.
std::int64_t largest_micro_batch(const Plan& plan);

/// Returns the bytes that the tightest of GPU, host and drive lacks; 0 if everything fits.
Bytes lack_of_memory(const MemoryEstimate& estimate);

}  // namespace zp
