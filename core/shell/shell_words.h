// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

/// Word boundaries in the text of a shell script.
namespace zp {

/// Returns the end of the word that begins at `begin`. Quotes, `$(…)`, `${…}`, backquotes and the list of an
/// array (`NAME=(…)`) are not divided.
std::size_t end_of_shell_word(std::string_view script, std::size_t begin);

/// Returns the offset after the bracket that closes the opening bracket at `begin`, skipping quotes.
std::size_t end_of_shell_brackets(std::string_view script, std::size_t begin);

/// Returns the words of a text, separated by blanks and line ends, without comments.
std::vector<std::string_view> raw_shell_words(std::string_view text);

/// Returns true for NAME=…, NAME+=… and NAME[…]=….
bool is_assignment(std::string_view word);

constexpr bool is_shell_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr bool is_shell_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace zp
