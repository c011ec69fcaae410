// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/check/config_walk.h"

/// Checks of a file's text.
namespace zp::config_check {

/// Returns unquoted placeholders that a script fills in: $BATCH_SIZE, ${ZERO_STAGE}, CONFIG_BATCH_SIZE. A
/// file with such values is a template.
std::vector<LenientPlace> variables_in(const ConfigSource& config);

/// Returns true if the text can be read and is not a template.
bool is_fixable(const ConfigSource& config);

/// Reports syntax errors, repeated keys and syntax that only hjson accepts. Returns false if there is no
/// object to check further.
bool text_issues(ConfigWalk& walk);

}  // namespace zp::config_check
