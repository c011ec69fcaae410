// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/check/walk.h"
#include "core/plan/plan_from_config.h"

/// Internal to dsconfig: the plan of CheckOptions as the file changes it, for rules that ask a plan.
namespace zp::config_check {

/// What import would make of the file over that plan, for the ranks and the version of the check. Nothing
/// without a plan.
std::optional<PlanFromConfig> plan_of_file(const Walk& walk);

}  // namespace zp::config_check
