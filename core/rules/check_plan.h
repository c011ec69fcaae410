// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/plan/finding.h"
#include "core/rules/subject.h"

namespace zp {

/// What the table of rules (rule.h) says: what makes a plan impossible or pointless before any byte is
/// counted, what DeepSpeed refuses, stops at or ignores. Worst first, and within a severity in the table's
/// order.
std::vector<Finding> check(const Subject& subject);
/// Of a plan without the keys it carries, as a search makes them.
std::vector<Finding> check(const Plan& plan);
std::vector<Finding> check(const PlanDocument& document);

/// True when estimate_memory may be called: among the findings is none of a rule that leaves nothing to count
/// (a size out of range, an impossible shape, ranks that do not divide).
bool is_usable(const std::vector<Finding>& findings);
/// The same of a plan, no other rule asked.
bool is_usable(const Plan& plan);
/// Whether this is such a finding.
bool is_impossible(const Finding& finding);

}  // namespace zp
