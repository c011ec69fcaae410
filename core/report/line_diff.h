// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace zp {

/// Returns the differing lines in the format of `diff -u`, with three lines of context; "" if there are none.
/// `name` is used in the two header lines.
std::string line_diff(std::string_view before, std::string_view after, const std::string& name);

}  // namespace zp
