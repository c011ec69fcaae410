// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/issues.h"

#include <algorithm>

#include "core/advice/advice.h"
#include "core/advice/findings.h"
#include "core/export/ds_config.h"
#include "core/plan/plan_file.h"
#include "core/rules/check_plan.h"

namespace zp {
namespace {

void sort_worst_first(std::vector<Finding>& issues) {
  std::ranges::stable_sort(issues, {}, &Finding::severity);
}

}  // namespace

std::vector<Finding> plan_issues(const PlanDocument& document) {
  std::vector<Finding> issues = check(document);
  for (Finding& issue : unknown_keys(document.text))
    issues.push_back(std::move(issue));
  sort_worst_first(issues);
  return issues;
}

std::vector<Finding> all_issues(const PlanDocument& document, const MemoryEstimate& estimate,
                                const std::vector<Candidate>& candidates) {
  std::vector<Finding> issues = plan_issues(document);
  for (Finding& issue : export_issues(document))
    issues.push_back(std::move(issue));
  for (Finding& finding : findings(document.plan, estimate, candidates))
    issues.push_back(std::move(finding));
  for (Finding& one : advice(document.plan, estimate))
    issues.push_back(std::move(one));
  sort_worst_first(issues);
  return issues;
}

}  // namespace zp
