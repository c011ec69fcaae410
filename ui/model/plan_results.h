// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/export/ds_config.h"
#include "core/memory/estimate.h"
#include "core/plan/plan.h"
#include "core/search/candidates.h"
#include "core/speed/throughput.h"
#include "ui/model/notice.h"

namespace zp {

/// Everything the views show, computed from one plan in one go and replaced as a whole.
struct PlanResults {
  PlanDocument document;  ///< what the numbers are of: the last plan that could be estimated
  /// False until some plan could be estimated since one was opened: then there is nothing to show or export.
  bool has_numbers = false;
  MemoryEstimate estimate;            ///< of that plan
  StepTime time;                      ///< of that plan
  Throughput throughput;              ///< of that plan
  std::vector<Candidate> candidates;  ///< every strategy, in the order of all_strategies()
  int selected = -1;                  ///< the candidate that is the plan's own strategy
  /// Of all strategies the shortest step, whether it fits or not: what slowdowns are against. 0 = unknown.
  double fastest_seconds = 0;
  std::int64_t largest_micro_batch = 0;
  std::vector<ConfigLine> config;  ///< ds_config.json, line by line
  std::vector<Notice> notices;     ///< of the plan as it stands now, worst first
  /// The plan as it stands now cannot be estimated: everything above but the notices is of an earlier one.
  bool stale = false;
  double milliseconds = 0;  ///< what computing it took
};

/// How much longer a step of `candidate` takes than the fastest strategy's; 0 = unknown.
double slowdownOf(const PlanResults& results, const Candidate& candidate);

/// What a plan amounts to. `last` gives the numbers where `document` has none.
PlanResults computeResults(const PlanDocument& document, const PlanResults& last);

}  // namespace zp
