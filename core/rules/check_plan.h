// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/plan/finding.h"
#include "core/rules/subject.h"

namespace zp {

/// Returns the findings of the table of rules (rule.h): settings that make a plan impossible or pointless,
/// and settings that DeepSpeed refuses, fails with or ignores. Sorted by severity, worst first, then by the
/// table's order.
std::vector<Finding> check(const Subject& subject);
/// Returns the findings of a plan without its carried keys, for use in a search.
std::vector<Finding> check(const Plan& plan);
std::vector<Finding> check(const PlanDocument& document);

/// Returns true if estimate_memory may be called: no rule marked `impossible` is broken (a size out of range,
/// an impossible shape, ranks that do not divide).
bool is_usable(const std::vector<Finding>& findings);
/// Returns is_usable() of the plan's findings; checks only the rules that matter for it.
bool is_usable(const Plan& plan);
/// Returns true if the finding's rule is marked `impossible`: such a plan cannot be estimated.
bool is_impossible(const Finding& finding);

}  // namespace zp
