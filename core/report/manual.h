// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// docs/commands.md, embedded in the program: the only source of the manual pages, `--help` and Help ▸
/// Commands.
namespace zp {

/// A line of text and a shell session: lines that begin with "$ ", each followed by its output, shortened
/// with "…".
struct ManualExample {
  std::string text, session;
  /// Returns the session's commands, without "$ ".
  [[nodiscard]] std::vector<std::string> commands() const;
};

/// A file that the examples use.
struct ManualFile {
  std::string name, text;
};

struct ManualSection {
  std::string title;  ///< "estimate", "Exit status"; "" for the text before the first heading
  bool is_command = false;
  std::string text;  ///< Markdown, without option table, examples and files
  std::vector<ManualExample> examples;
  std::vector<ManualFile> files;
};

/// Returns the page as in docs/.
std::string_view manual_page();
/// Returns its sections in order.
std::vector<ManualSection> manual_sections();

/// Converts Markdown to plain text by removing the marks of code and links.
std::string without_marks(std::string_view markdown);

/// The lines between which the program writes an option table.
inline constexpr std::string_view options_begin = "<!-- options of ", options_end = "<!-- options end -->\n";

/// Returns the page with each section's option table replaced by the result of `options`, called with the
/// name after "options of".
template <class Options>
std::string manual_page_with(const Options& options) {
  std::string page;
  std::string_view rest = manual_page();
  for (;;) {
    const std::size_t begin = rest.find(options_begin);
    if (begin == std::string_view::npos) return page.append(rest);
    const std::size_t line = rest.find('\n', begin) + 1, end = rest.find(options_end, line);
    std::string_view name = rest.substr(begin + options_begin.size());
    name = name.substr(0, name.find(' '));
    page.append(rest.substr(0, line)).append(options(name)).append(options_end);
    rest.remove_prefix(end + options_end.size());
  }
}

}  // namespace zp
