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

/// report.md of an export: the plan, the verdict, every strategy, ledger and clock with formulas and sources,
/// the other estimators, how to launch, and the issues. No date and no path, so the same plan gives the same
/// report.
std::string report_markdown(const PlanDocument& document, const MemoryEstimate& estimate,
                            const std::vector<Candidate>& candidates, const std::vector<Finding>& issues);

}  // namespace zp
