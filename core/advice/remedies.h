// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/plan/finding.h"

namespace zp {

/// Sets each finding's remedy to the first change of its rule after which check(document) no longer reports
/// it, and neither a rule nor memory reports anything new. Removes remedies of any origin that would lead to
/// something worse than their finding.
void settle_remedies(const PlanDocument& document, std::vector<Finding>& findings);

}  // namespace zp
