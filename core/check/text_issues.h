// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/walk.h"

/// Internal to dsconfig: what is wrong with the text itself.
namespace zp::config_check {

/// Broken text, repeated keys, what only hjson takes. False where there is no object to go on with.
bool text_issues(Walk& walk);

}  // namespace zp::config_check
