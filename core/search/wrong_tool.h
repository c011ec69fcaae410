// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/plan/plan.h"

/// Plans that run but should not be used, because the hardware would be idle most of the time.
namespace zp {

/// Returns why the plan is the wrong tool for its model and cluster, and what to use instead; "" if it is
/// not, or if there is no clock. Precondition: is_usable(plan).
std::string why_wrong_tool(const Plan& plan);

}  // namespace zp
