// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace zp {

/// Returns the path of `name` in $XDG_CONFIG_HOME/zero-planner/, else in the same folder below ~/.config; ""
/// if neither is known.
std::string user_config_path(std::string_view name);

}  // namespace zp
