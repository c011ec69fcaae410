// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/speed/whole_run.h"

/// A whole run in words. All texts are "" or empty if the plan states no token budget.
namespace zp {

/// Returns the wall time, GPU hours, energy and price of the run in one sentence.
std::string budget_sentence(const Plan& plan, const WholeRun& run);
/// Returns the failures, their cost in time, and the best interval between saves.
std::vector<std::string> course_sentences(const Plan& plan, const WholeRun& run);
/// Returns the share of the wall time that trains: "94 %", "over 99 %".
std::string goodput_text(const WholeRun& run);

}  // namespace zp
