// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/check/walk.h"

/// Internal to core/check: what the table of core/rules says of a file, told where the file says it.
namespace zp::config_check {

/// Every rule but those the parser stops at, and those that are about each key of the text.
void plan_rules(Walk& walk);

/// A rule the parser stops at, in the step that stops; where its path is not the key's, under `path`.
void refuse_rule(Walk& walk, std::string_view code, std::string_view path = {});

}  // namespace zp::config_check
