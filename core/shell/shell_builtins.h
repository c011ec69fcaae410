// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/shell/shell_script.h"
#include "core/shell/shell_state.h"
#include "core/shell/shell_syntax.h"

/// Commands of the shell itself, and the few others whose effect a script decides. Internal to shell/.
namespace zp {

/// Returns true for "$1": scripts are read as started without arguments.
bool is_script_argument(std::string_view text);

/// Returns the file that a command writes: a here-document of cat or tee, or the text of echo; nothing if it
/// writes none.
std::optional<ShellFile> written_file(const ShellCommandTree& command, const std::vector<ShellWord>& words,
                                      ShellState& state);

/// Carries out `read NAME <<EOF`; returns false for another command.
bool reads_document(const ShellCommandTree& command, const std::vector<ShellWord>& words, ShellState& state);

/// Returns the script behind `bash -c`, also at the end of another command (`srun … bash -c`), and that of
/// eval; nothing for other commands.
std::optional<std::string> inner_script(const std::vector<ShellWord>& words);

/// Returns what expr, echo and basename print; nothing for other commands. All words are known.
std::optional<std::string> printed_by(const std::vector<ShellWord>& words, ShellState& state);

/// Returns the number of parts of a line that `awk -F, '{print NF}'` prints; nothing for other commands.
std::optional<std::string> counted_by(const std::vector<ShellWord>& words, std::string_view line);

}  // namespace zp
