// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/speed/whole_run.h"

/// Texts about a whole run; all are empty if the plan states no token budget.
namespace zp {

/// Returns one sentence with wall time, GPU hours, energy and cost of the run.
std::string budget_sentence(const Plan& plan, const WholeRun& run);
/// Returns sentences about failures, the time that they cost, and the best interval between saves.
std::vector<std::string> course_sentences(const Plan& plan, const WholeRun& run);
/// Returns the share of wall time spent training: "94 %", "over 99 %".
std::string goodput_text(const WholeRun& run);

}  // namespace zp
