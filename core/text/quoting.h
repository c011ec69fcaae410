// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

/// Quoting of any text as one value of the language of a file: none of it is read as that language. Text from
/// a plan or another file passes through these wherever a script, a YAML file or Python is written; for JSON
/// there is json_string (json_text.h). Control characters, including those that turn the direction of
/// writing, are escaped, so that a value stays on its line and shows what it is.
namespace zp {

/// Returns one word of bash: unquoted if it means nothing to the shell, else '…', with control characters
/// $'…'. A word that begins with - is still an option to the program that gets it. NUL, which no argument can
/// hold, is left out.
std::string bash_word(std::string_view text);
/// Returns the words with blanks between them: a command, or the members of an array.
std::string bash_words(std::span<const std::string> words);

/// Returns a scalar of YAML 1.1 that is read as this text: plain if no reader takes it for anything else,
/// else "…". Bytes that are not UTF-8 become U+FFFD.
std::string yaml_string(std::string_view text);

/// Returns a string of Python 3, "…". Bytes that are not UTF-8 become U+FFFD.
std::string python_string(std::string_view text);

/// Returns a text that is safe to show in a terminal: line ends and tabs stay, every other unseen character
/// (is_unseen) becomes \u001b, and a byte that is not UTF-8 becomes \xff. In a JSON document such characters
/// appear only within strings, where \u001b means the same character: the document keeps its meaning.
std::string printable_text(std::string_view text);

/// Returns a line of Markdown's text: no HTML, link, picture, code or emphasis begins in it, the line does
/// not end, and unseen characters are escaped like in printable_text.
std::string markdown_text(std::string_view text);

}  // namespace zp
