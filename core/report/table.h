// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace zp {

/// Cells by row; a row may be shorter than the header. `alignment` has one letter per column, 'l' or 'r';
/// further columns are left-aligned.
struct Table {
  std::vector<std::string> header;  ///< empty for a table without a header
  std::vector<std::vector<std::string>> rows;
  std::string alignment;
};

/// Returns columns separated by two spaces below a header, each line indented by `indent` spaces; nothing is
/// cut off.
std::string aligned_table(const Table& table, std::size_t indent = 2);

/// Returns a Markdown table. Pipes in cells are escaped.
std::string markdown_table(const Table& table);

/// Wraps `text` at spaces into lines of at most `width` characters, unless a word is longer; lines after the
/// first are indented. No newline at the end.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace zp
