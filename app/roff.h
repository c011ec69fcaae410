// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Text in the language of manual pages.
namespace zp::app {

/// Returns a text with the characters escaped that troff would act on.
std::string roff(std::string_view text);

/// Returns Markdown as troff: paragraphs, lists of "- ", tables of two columns, `code` in bold, the words of
/// links.
std::string roff_of_markdown(std::string_view markdown);

/// Returns lines as they are, indented: an example.
std::string roff_example(std::string_view lines);

}  // namespace zp::app
