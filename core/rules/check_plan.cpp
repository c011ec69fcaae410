// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/check_plan.h"

#include <algorithm>

#include "core/rules/rule.h"

namespace zp {

std::vector<Finding> check(const Subject& subject) {
  std::vector<Finding> list;
  bool is_possible = true;
  for (const RuleGroup& group : rule_groups()) {
    if (group.of_deepspeed && subject.training.framework != Framework::deepspeed) break;
    for (const Rule& rule : group.rules) {
      const std::size_t before = list.size();
      if (is_applicable(rule, subject)) rule.ask(subject, FindingWriter(rule, list));
      if (rule.impossible && list.size() > before) is_possible = false;
    }
    if (!is_possible) break;  // later groups rely on what this one has checked
  }
  sort_worst_first(list);
  return list;
}

std::vector<Finding> check(const Plan& plan) { return check(Subject(plan)); }

std::vector<Finding> check(const PlanDocument& document) {
  const CarriedKeys carried = carried_keys(document.text);
  return check(Subject(document.plan, &carried));
}

bool is_impossible(const Finding& finding) {
  const Rule* rule = find_rule(finding.code);
  return rule != nullptr && rule->impossible;
}

bool is_usable(const std::vector<Finding>& findings) { return std::ranges::none_of(findings, is_impossible); }

bool is_usable(const Plan& plan) {
  const Subject subject(plan);
  std::vector<Finding> list;
  for (const RuleGroup& group : rule_groups()) {
    if (group.of_deepspeed && plan.training.framework != Framework::deepspeed) break;
    for (const Rule& rule : group.rules)
      if (rule.impossible && is_applicable(rule, subject)) rule.ask(subject, FindingWriter(rule, list));
    if (!list.empty()) return false;
  }
  return true;
}

}  // namespace zp
