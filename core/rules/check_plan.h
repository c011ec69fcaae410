// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/plan/finding.h"
#include "core/rules/subject.h"

namespace zp {

/// Returns the findings of the table of rules (rule.h): what makes a plan impossible or pointless before any
/// byte is counted, and what DeepSpeed refuses, stops at or ignores. The worst come first, and within a
/// severity the table's order holds.
std::vector<Finding> check(const Subject& subject);
/// Returns the findings of a plan without the keys it carries, as a search makes them.
std::vector<Finding> check(const Plan& plan);
std::vector<Finding> check(const PlanDocument& document);

/// Returns true if estimate_memory may be called: no finding is of a rule that leaves nothing to count (a
/// size out of range, an impossible shape, ranks that do not divide).
bool is_usable(const std::vector<Finding>& findings);
/// Returns is_usable() of the plan's findings, and asks no other rule.
bool is_usable(const Plan& plan);
/// Returns true if the finding is of a rule that leaves nothing to count.
bool is_impossible(const Finding& finding);

}  // namespace zp
