// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

/// Any text as one value of a language that a file is written in: nothing of it is read as the language. What
/// a plan or another file brought goes through these wherever a script, a YAML file or Python is written; for
/// JSON there is json_string (json_text.h). Control characters, among them those that turn the direction of
/// writing, stand escaped, so that a value stays on its line and shows what it is.
namespace zp {

/// One word of bash: as it is where it means nothing to the shell, else '…', with control characters $'…'. A
/// word that begins with - is still an option to the program that gets it. NUL, which no argument can hold,
/// is left out.
std::string bash_word(std::string_view text);
/// The words with blanks between them: a command, or the members of an array.
std::string bash_words(std::span<const std::string> words);

/// A scalar of YAML 1.1 that is read as this text: plain where no reader takes it for anything else, else
/// "…". Bytes that are not UTF-8 become U+FFFD.
std::string yaml_string(std::string_view text);

/// A string of Python 3, "…". Bytes that are not UTF-8 become U+FFFD.
std::string python_string(std::string_view text);

/// A text as a terminal may show it: line ends and tabs stay, every other unseen character (is_unseen)
/// stands as \u001b, and a byte that is not UTF-8 as \xff. In a JSON document such characters stand within
/// strings alone, where \u001b means the same character: the document keeps its meaning.
std::string printable_text(std::string_view text);

/// A line of Markdown's text: no HTML, link, picture, code or emphasis begins in it, the line does not end,
/// and unseen characters stand as in printable_text.
std::string markdown_text(std::string_view text);

}  // namespace zp
