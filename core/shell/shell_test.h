// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/shell/shell_script.h"

namespace zp {

/// A command's exit status; nothing if the script does not decide it.
using ShellStatus = std::optional<int>;

/// Returns the status of `[ … ]`, or of `[[ … ]]`, whose right sides are patterns. Tests of files, and words
/// that are not known, leave it open unless another part decides.
ShellStatus shell_test(const std::vector<ShellWord>& words, bool has_patterns);

}  // namespace zp
