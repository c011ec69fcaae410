// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Text in troff, the format of manual pages.
namespace zp::app {

/// Returns a text with troff's special characters escaped.
std::string roff(std::string_view text);

/// Converts Markdown to troff: paragraphs, lists with "- ", tables with two columns, `code` in bold, texts of
/// links.
std::string roff_of_markdown(std::string_view markdown);

/// Returns lines unchanged and indented, as an example.
std::string roff_example(std::string_view lines);

}  // namespace zp::app
