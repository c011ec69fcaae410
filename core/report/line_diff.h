// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace zp {

/// Returns the lines that differ, as `diff -u` shows them: three lines around each change, "" if nothing
/// differs. `name` stands in the two lines at the top.
std::string line_diff(std::string_view before, std::string_view after, const std::string& name);

}  // namespace zp
