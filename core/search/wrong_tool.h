// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/plan/plan.h"

/// Plans that can run and that nobody should run: the hardware would wait for most of the time.
namespace zp {

/// Returns the reason why the plan is the wrong tool for its model and cluster, with what would do; "" if it
/// is not. Without a clock nothing is said. Precondition: is_usable(plan).
std::string why_wrong_tool(const Plan& plan);

}  // namespace zp
