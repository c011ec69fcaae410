// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/memory/estimate.h"
#include "core/plan/finding.h"
#include "core/plan/plan.h"
#include "core/search/candidates.h"

namespace zp {

/// What check() and the file's unknown keys say about a plan, worst first. Enough to tell whether it can be
/// estimated.
std::vector<Finding> plan_issues(const PlanDocument& document);

/// The same with what stands in the way of an export (export_issues) and what the estimate and the comparison
/// tell (findings, advice), worst first. `candidates` is compare(document.plan).
std::vector<Finding> all_issues(const PlanDocument& document, const MemoryEstimate& estimate,
                                const std::vector<Candidate>& candidates);

}  // namespace zp
