// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/plan/finding.h"

namespace zp {

/// Gives every finding of check(document) the first change of its rule's row that settles it: afterwards
/// check() no longer tells it, and nothing new stands against the plan, neither a rule nor memory. Takes away
/// remedies, whoever gave them, after which something worse than their finding would stand against it.
void settle_remedies(const PlanDocument& document, std::vector<Finding>& findings);

}  // namespace zp
