// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace zp {

/// Returns $XDG_CONFIG_HOME/zero-planner/ and that name, else the path below ~/.config; "" if there
/// is neither.
std::string user_config_path(std::string_view name);

}  // namespace zp
