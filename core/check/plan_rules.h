// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/check/config_walk.h"

/// Findings of core/rules on a file, each at its place in the file. Internal to core/check.
namespace zp::config_check {

/// Asks every rule except those the parser stops at, and those that are about each key of the text.
void plan_rules(ConfigWalk& walk);

/// Refuses the file if it breaks a rule that the parser stops at, in the step that stops. `path` is the path
/// to report if it is not the key's.
void refuse_rule(ConfigWalk& walk, std::string_view code, std::string_view path = {});

}  // namespace zp::config_check
