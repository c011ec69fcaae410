// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/plan_results.h"

#include <QElapsedTimer>
#include <algorithm>

#include "core/advice/advice.h"
#include "core/advice/findings.h"
#include "core/rules/check_plan.h"
#include "core/report/issues.h"

namespace zp {
namespace {

int indexOf(const std::vector<Candidate>& candidates, Strategy strategy) {
  const auto found = std::find_if(candidates.begin(), candidates.end(),
                                  [&](const Candidate& candidate) { return candidate.strategy == strategy; });
  return found == candidates.end() ? -1 : static_cast<int>(found - candidates.begin());
}

double fastestOf(const std::vector<Candidate>& candidates) {
  double fastest = 0;
  for (const Candidate& candidate : candidates)
    if (candidate.time.is_known && (fastest == 0 || candidate.time.total < fastest))
      fastest = candidate.time.total;
  return fastest;
}

void computeNumbers(PlanResults& results, const PlanDocument& document) {
  const Plan& plan = document.plan;
  results.document = document;
  results.has_numbers = true;
  results.estimate = estimate_memory(plan);
  results.candidates = compare(plan);
  results.selected = indexOf(results.candidates, strategy_of(plan));
  results.time = estimate_speed(plan);
  results.throughput = throughput_of(plan, results.time.is_known ? results.time.total : 0);
  results.fastest_seconds = fastestOf(results.candidates);
  results.largest_micro_batch =
      results.selected < 0
          ? largest_micro_batch(plan)
          : results.candidates[static_cast<std::size_t>(results.selected)].largest_micro_batch;
  results.config = ds_config_lines(document);
}

}  // namespace

double slowdownOf(const PlanResults& results, const Candidate& candidate) {
  if (results.fastest_seconds <= 0 || !candidate.time.is_known) return 0;
  return candidate.time.total / results.fastest_seconds;
}

PlanResults computeResults(const PlanDocument& document, const PlanResults& last) {
  QElapsedTimer timer;
  timer.start();
  const Plan& plan = document.plan;
  const std::vector<Finding> issues = plan_issues(document);
  PlanResults results;
  if (is_usable(issues)) {
    computeNumbers(results, document);
  } else {
    results = last;
    results.notices.clear();
    results.stale = true;
  }
  for (const Finding& issue : issues)
    results.notices.push_back(noticeOf(issue, plan));
  if (!results.stale) {
    for (const Finding& issue : export_issues(document))
      results.notices.push_back(noticeOf(issue, plan));
    for (const Finding& finding : findings(plan, results.estimate, results.candidates))
      results.notices.push_back(noticeOf(finding, plan));
    for (const Finding& one : advice(plan, results.estimate))
      results.notices.push_back(noticeOf(one, plan));
  }
  std::stable_sort(results.notices.begin(), results.notices.end(),
                   [](const Notice& a, const Notice& b) { return a.level < b.level; });
  results.milliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
  return results;
}

}  // namespace zp
