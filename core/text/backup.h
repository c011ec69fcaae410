// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace zp {

/// Replaces a file and keeps what it held, `before`, beside it under a name that is free (NAME.bak). Returns
/// that name.
std::string replace_with_backup(const std::string& path, const std::string& before, const std::string& text);

}  // namespace zp
