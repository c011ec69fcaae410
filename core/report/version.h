// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace zp {

/// The commit this was built of and its day; "" where neither is known. Written by cmake/ZpCommit.cmake.
extern const std::string_view program_commit, program_date;

/// "0.1.0 (c4bb1d8d2, 2026-11-22)": what --version, the window and the manual pages say.
std::string version_text();

}  // namespace zp
