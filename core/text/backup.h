// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace zp {

/// Replaces a file and saves its old contents, `before`, in the same folder under an unused name (NAME.bak).
/// Returns that name.
std::string replace_with_backup(const std::string& path, const std::string& before, const std::string& text);

}  // namespace zp
