// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

/// Quoting of arbitrary text as a single value in another language, so that no part of it is interpreted.
/// Text from a plan or another file must be quoted by these functions in every shell script, YAML file or
/// Python file; for JSON, use json_string (json_text.h). Control characters, including those that change the
/// writing direction, are escaped, so that a value stays on its line and displays unchanged.
namespace zp {

/// Returns one word of bash: unquoted if it has no special characters, else '…', or $'…' with control
/// characters. The program may still take a word that begins with - for an option. NUL, which no argument can
/// contain, is removed.
std::string bash_word(std::string_view text);
/// Returns the words, separated by blanks: a command, or the elements of an array.
std::string bash_words(std::span<const std::string> words);

/// Returns a scalar of YAML 1.1 for this text: unquoted if every reader takes it for this text, else "…".
/// Bytes that are not UTF-8 become U+FFFD.
std::string yaml_string(std::string_view text);

/// Returns a string of Python 3, "…". Bytes that are not UTF-8 become U+FFFD.
std::string python_string(std::string_view text);

/// Returns a text that is safe to print in a terminal: line ends and tabs stay, every other invisible
/// character (is_unseen) becomes an escape such as \u001b, and a byte that is not UTF-8 becomes an escape
/// such as \xff. In a JSON document such characters occur only within strings, where \u001b means the same
/// character, so the document's meaning is unchanged.
std::string printable_text(std::string_view text);

/// Returns one line of plain text in Markdown: HTML, links, pictures, code, emphasis and line ends are
/// escaped, and so are invisible characters as in printable_text.
std::string markdown_text(std::string_view text);

}  // namespace zp
