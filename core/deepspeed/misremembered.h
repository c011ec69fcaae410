// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// Keys that tutorials and other tools show but DeepSpeed never had, or no longer has.
namespace zp::config_check {

/// Returns one sentence that says what to write instead; "" for a key that is not in the list.
std::string_view instead_of(std::string_view path);

}  // namespace zp::config_check
