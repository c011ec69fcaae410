// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/check/walk.h"

/// Finds what is wrong with the text of a file itself.
namespace zp::config_check {

/// Values without quotes that a script is to fill in: $BATCH_SIZE, ${ZERO_STAGE}, CONFIG_BATCH_SIZE. Such a
/// file is a template.
std::vector<LenientPlace> variables_in(const ConfigSource& config);

/// What can be read, and is no template.
bool may_be_mended(const ConfigSource& config);

/// Broken text, repeated keys, what only hjson takes. False where there is no object to go on with.
bool text_issues(Walk& walk);

}  // namespace zp::config_check
