// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Reader of the commands of a shell script, as far as they stand there in plain text: nothing is run, and
/// what other commands would print is left as it is. Internal to this folder.
namespace zp::import_io {

using ShellWords = std::vector<std::string>;
using ShellVariables = std::map<std::string, std::string, std::less<>>;

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// Returns the words of a text between blanks.
ShellWords shell_words(const std::string& text);

/// Returns the commands of a script: quotes are taken off, lines that end with \ go on, and variables that
/// the script or `variables` set to a plain text are filled in. Assignments are not commands.
std::vector<ShellWords> shell_commands(std::string_view script, ShellVariables variables);

}  // namespace zp::import_io
