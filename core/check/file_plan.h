// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/check/engine_rules.h"

/// Internal to dsconfig: the plan of CheckOptions as the file changes it, for rules that need model sizes.
namespace zp::config_check {

/// Model and cluster of the plan; stage, offload, sizes, precision, optimizer and parallel sizes of the file,
/// DeepSpeed's defaults where it says nothing. Nothing without a plan.
std::optional<Plan> plan_with_file(const Walk& walk, const Facts& facts);

}  // namespace zp::config_check
