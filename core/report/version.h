// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace zp {

/// Commit and date of this build; "" if unknown. Written by cmake/ZpCommit.cmake.
extern const std::string_view program_commit, program_date;

/// Returns "0.1.0".
std::string_view program_version();
/// Returns "0.1.0 (c4bb1d8d2, 2026-11-22)", the version in --version, the window and the manual pages.
std::string version_text();

}  // namespace zp
