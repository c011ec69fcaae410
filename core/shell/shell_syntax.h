// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

/// Parser of shell scripts: commands with their words in written form, before any expansion.
namespace zp {

/// A redirection to a file, or a here-document. All texts are parts of the script.
struct ShellRedirection {
  std::string_view sign;    ///< ">", ">>", "<<", "<<-", "<<<", "<", "2>"
  std::string_view target;  ///< the word that names the file; for a here-document, the word of its last line
  std::string_view body;    ///< lines of a here-document
  bool is_quoted = false;   ///< a here-document whose variables are not expanded
};

enum class ShellForm : std::uint8_t { simple, group, subshell, condition, for_each, loop, choice, function };

/// The operator between a command and the next one on its line.
enum class ShellJoin : std::uint8_t { none, then, otherwise, pipe };

struct ShellCommandTree;
using ShellCommandList = std::vector<ShellCommandTree>;

/// A simple command, or a compound command in one of the shell's forms.
struct ShellCommandTree {
  ShellForm form{};
  ShellJoin join{};                     ///< then: `&&`, otherwise: `||`
  bool is_negated = false;              ///< after `!`
  std::vector<std::string_view> words;  ///< simple: the command; for_each: the list; choice: the word
  std::vector<ShellRedirection> redirections;
  std::string_view name;  ///< for_each: the variable; function: its name
  /// condition: test, commands, test, commands, …, and the commands of `else` last; loop: the
  /// test of a `while`, and the body; others: the bodies.
  std::vector<ShellCommandList> parts;
  std::vector<std::vector<std::string_view>> patterns;  ///< choice: the patterns of each body
  std::string_view source;                              ///< a condition's first test in its written form
};

/// Returns the commands of a script. A form that is not closed, or that bash would reject, extends to the end
/// of the script. No text is lost, because its words become words of commands.
ShellCommandList parse_shell(std::string_view script);

}  // namespace zp
