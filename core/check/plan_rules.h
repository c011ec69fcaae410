// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/check/config_walk.h"

/// Findings of core/rules about a file, with their positions in it. Internal to core/check.
namespace zp::config_check {

/// Checks every rule except those at which the parser fails, and those about each key of the text.
void plan_rules(ConfigWalk& walk);

/// Refuses the file if it breaks a rule at which the parser fails, in the step that fails. `path` is the path
/// to report if it is not the key's.
void refuse_rule(ConfigWalk& walk, std::string_view code, std::string_view path = {});

}  // namespace zp::config_check
