// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/remedies.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/advice/rules.h"
#include "core/rules/check_plan.h"
#include "core/rules/rule.h"

namespace zp {
namespace {

bool holds(const std::vector<Finding>& list, const Finding& finding) {
  return std::ranges::any_of(
      list, [&](const Finding& one) { return one.code == finding.code && one.path == finding.path; });
}

/// A plan, its carried keys, and the findings against it alone, not in comparison with other plans.
class PlanObjections {
 public:
  explicit PlanObjections(const PlanDocument& document)
      : plan_(document.plan),
        carried_(carried_keys(document.text)),
        counted_(is_usable(check(Subject(plan_, &carried_)))),
        objections_(objections(plan_)) {}

  /// Returns true if a rule or the memory estimate reports the finding.
  [[nodiscard]] bool has(const Finding& finding) const { return holds(objections_, finding); }

  /// Returns true if `after` has a new finding that is worse than `than`.
  [[nodiscard]] bool gets_worse(const Plan& after, Severity than) const {
    return std::ranges::any_of(
        objections(after), [&](const Finding& finding) { return finding.severity < than && !has(finding); });
  }

  /// Returns true if `after` has no new finding, and `finding` is gone.
  [[nodiscard]] bool is_settled(const Finding& finding, const Plan& after) const {
    const std::vector<Finding> left = objections(after);
    return !holds(left, finding) && std::ranges::all_of(left, [&](const Finding& one) { return has(one); });
  }

  /// Returns the first change of the finding's rule that removes it; nullopt if there is none.
  [[nodiscard]] std::optional<Remedy> remedy_of(const Finding& finding) const {
    const Rule* rule = find_rule(finding.code);
    if (rule == nullptr) return std::nullopt;
    for (const RuleChange& change : rule->changes) {
      if (change.apply == nullptr) break;
      Remedy remedy{std::string(change.label), plan_};
      change.apply(remedy.plan);
      if (is_settled(finding, remedy.plan)) return remedy;
    }
    return std::nullopt;
  }

 private:
  /// Returns the findings against a plan. Memory counts only if both this plan and the document's can be
  /// estimated.
  [[nodiscard]] std::vector<Finding> objections(const Plan& plan) const {
    std::vector<Finding> list = check(Subject(plan, &carried_));
    if (counted_ && is_usable(list)) advice_rules::about_capacity(plan, estimate_memory(plan), list);
    return list;
  }

  const Plan& plan_;
  CarriedKeys carried_;
  bool counted_;
  std::vector<Finding> objections_;
};

}  // namespace

void settle_remedies(const PlanDocument& document, std::vector<Finding>& findings) {
  if (findings.empty()) return;
  const PlanObjections now(document);
  for (Finding& finding : findings)
    if (finding.remedy) {
      if (now.gets_worse(finding.remedy->plan, finding.severity)) finding.remedy.reset();
    } else if (now.has(finding)) {
      finding.remedy = now.remedy_of(finding);
    }
}

}  // namespace zp
