// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advice/advice.h"

/// Internal to advice: the rules, by what they are about. Each adds to the list where it applies.
namespace zp::advice_rules {

void about_memory(const Plan& plan, const MemoryEstimate& estimate, std::vector<Finding>& list);
void about_communication(const Plan& plan, std::vector<Finding>& list);
/// The table of features by stage, and what a stage asks of the program.
void about_program(const Plan& plan, std::vector<Finding>& list);

}  // namespace zp::advice_rules
