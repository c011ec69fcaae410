// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/shell/shell_script.h"

namespace zp {

/// A command's exit status; nullopt if the script does not determine it.
using ShellStatus = std::optional<int>;

/// Returns the status of `[ … ]`, or of `[[ … ]]`, in which right sides are patterns. Tests of files and
/// unknown words make the status nullopt, unless another part of the test decides it.
ShellStatus shell_test(const std::vector<ShellWord>& words, bool has_patterns);

}  // namespace zp
