// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/plan/finding.h"

namespace zp {

/// Gives every finding of check(document) the first change of its rule's row that settles it: after that
/// change check() no longer reports the finding, and neither a rule nor memory has a new objection. Removes
/// any remedy, wherever it comes from, after which something worse than its finding would stand.
void settle_remedies(const PlanDocument& document, std::vector<Finding>& findings);

}  // namespace zp
