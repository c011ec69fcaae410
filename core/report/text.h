// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/memory/estimate.h"
#include "core/plan/finding.h"
#include "core/plan/plan.h"
#include "core/report/json.h"
#include "core/search/candidates.h"
#include "core/search/solve.h"

/// The same answers as json.h for a person at a terminal: UTF-8, aligned columns, a newline at the end.
namespace zp {

/// Verdict, components at the peak, phases, host and drive, speed, the ledger and the clock with formulas and
/// sources, issues.
std::string estimate_text(const PlanDocument& document, const MemoryEstimate& estimate,
                          const std::vector<Finding>& issues);
/// One line a strategy, in the order of all_strategies(), the plan's own marked.
std::string solve_text(const PlanDocument& document, Unknown unknown,
                       const std::optional<Solution>& solution);
std::string compare_text(const PlanDocument& document, const std::vector<Candidate>& candidates);
/// Candidates best first with their reasons, then why the others fell.
std::string recommend_text(const PlanDocument& document, const Recommendation& recommendation);
/// The other estimators' figures beside ours, with the reasons they differ.
std::string reference_text(const PlanDocument& document, const MemoryEstimate& estimate);
std::string presets_text(CatalogParts parts);
/// Every key of the plan file, its type, its default and what it means.
std::string plan_keys_text();
/// Issues one a paragraph, worst first as given; "" for none.
std::string issues_text(const std::vector<Finding>& issues);

}  // namespace zp
