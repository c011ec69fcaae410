// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/plan/finding.h"
#include "core/search/figures.h"
#include "core/search/strategy.h"

namespace zp {

struct Candidate : Figures {
  Strategy strategy;
  std::string name;  ///< name_of(strategy), with what else differs from the plan behind it: ".mb1.ckpt"
  Plan plan;
  std::vector<Finding> findings;  ///< check(plan)
  int rank = 0;                   ///< 1 is the best: fits, then the shortest step
  /// This step over the fastest of its comparison that fits; below 1 for what would be faster if it did,
  /// 0 = unknown, or nothing fits.
  double slowdown = 0;
  std::int64_t largest_micro_batch =
      0;  ///< the largest that still fits; 0: not even 1 does, or activations unknown
  std::vector<std::string> reasons;  ///< each quotes the entries and figures it rests on

  /// Whether it fits and DeepSpeed neither refuses it nor stops with it later.
  [[nodiscard]] bool runs() const { return estimate.fits() && !stops(findings); }
};

/// One plan as a candidate, not ranked: estimate, step time, largest micro batch and reasons.
Candidate candidate_of(const Plan& plan, std::string name);

/// Every strategy for this plan, in the order of all_strategies(), ranked: what fits before what does not;
/// among those that fit the shortest step first (fewest moving parts, where a list of tensors has no step
/// time), among the others the smallest lack of memory.
std::vector<Candidate> compare(const Plan& plan);

/// That of `strategy`, which is among all_strategies(). Precondition: `candidates` are those of compare().
const Candidate& candidate_with(const std::vector<Candidate>& candidates, Strategy strategy);

/// The largest micro batch (1 … 65,536) with which this plan fits GPU, host and drive; 0 when not even 1
/// does, or when activations are unknown. Memory never falls as the micro batch grows, and nearly in
/// proportion to it: a few estimates find it.
std::int64_t largest_micro_batch(const Plan& plan);

/// How many bytes the tightest of GPU, host and drive lacks; 0 when everything fits.
Bytes lack_of_memory(const MemoryEstimate& estimate);

}  // namespace zp
