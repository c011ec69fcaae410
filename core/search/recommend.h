// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/search/candidates.h"
#include "core/search/choice.h"
#include "core/search/sensitivity.h"

/// The choice as a report: the plans worth considering in full, and a reason for each rejected strategy.
namespace zp {

/// A strategy none of whose candidates runs.
struct Rejection {
  std::string name;         ///< name_of(strategy)
  std::string label;        ///< label_of(strategy)
  std::string reason;       ///< the one constraint that rules out its last candidate
  Bytes short_by;           ///< missing GPU, host or drive memory; 0 if DeepSpeed refuses all candidates
  std::string nearest_fix;  ///< smallest tried change with which a candidate runs; "" if there is none
};

struct Recommendation {
  PlanChoice choice;
  /// Candidates that run: the best, the plainest, the fastest, the frontier, and the fastest of each
  /// strategy. Sorted by the objective, best first.
  std::vector<Candidate> candidates;
  int best = -1;              ///< index of the recommended candidate; -1 if there is none
  std::vector<int> frontier;  ///< indices of candidates unbeaten in GPU memory and time together
  std::vector<Rejection> rejected;
  std::vector<Sensitivity> sensitivity;
  std::string verdict;  ///< one sentence that leads with the answer
};

/// Returns the report with at most `limit` candidates, including the recommended one; 0 = all. Throws
/// SearchStopped if `watch` cancels.
Recommendation recommend(const Plan& plan, const Requirements& requirements = {}, int limit = 0,
                         const Watch& watch = {});

/// Returns "stage-2.mb1.ckpt-none.reduce_bucket-50M": the strategy, and every other difference from `origin`.
std::string name_of(const Option& option, const Pick& origin);

}  // namespace zp
