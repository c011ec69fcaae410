// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/roff.h"

#include "core/report/manual.h"

namespace zp::app {
namespace {

/// Returns a line with code in bold and links replaced by their texts. Code may continue on the next line:
/// `is_code` keeps that state.
std::string inline_roff(std::string_view line, bool& is_code) {
  std::string text, piece;
  const auto end_piece = [&] {
    text += roff(piece);
    piece.clear();
  };
  for (const char c : line) {
    if (c != '`') {
      piece += c;
      continue;
    }
    end_piece();
    is_code = !is_code;
    text += is_code ? "\\fB" : "\\fR";
  }
  end_piece();
  return text;
}

/// Returns Markdown with links replaced by their texts; code stays marked.
std::string without_links(std::string_view markdown) {
  std::string text;
  while (!markdown.empty()) {
    const std::size_t middle = markdown.find("]("), end = markdown.find(')', middle);
    if (markdown.front() == '[' && middle < markdown.find('\n') && end != std::string_view::npos) {
      text += markdown.substr(1, middle - 1);
      markdown.remove_prefix(end + 1);
      continue;
    }
    text += markdown.front();
    markdown.remove_prefix(1);
  }
  return text;
}

/// Returns a table row "| a | b |" as a term with its explanation; "" for the header.
std::string row_roff(std::string_view line, bool is_head) {
  const std::size_t middle = line.find(" | ");
  if (is_head || middle == std::string_view::npos) return "";
  bool is_code = false;
  const std::string_view first = line.substr(2, middle - 2);
  const std::string_view second = line.substr(middle + 3, line.rfind(" |") - middle - 3);
  return ".TP\n" + inline_roff(first, is_code) + "\n" + inline_roff(second, is_code) + "\n";
}

}  // namespace

std::string roff(std::string_view text) {
  std::string page;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) page += "\\&";
    if (c == '\\')
      page += "\\e";
    else if (c == '-')
      page += "\\-";
    else
      page += c;
    begins_line = c == '\n';
  }
  return page;
}

std::string roff_of_markdown(std::string_view markdown) {
  const std::string source = without_links(markdown);
  std::string_view rest = source;
  std::string page;
  bool is_code = false, is_in_table = false;
  int table_line = 0;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    is_in_table = line.starts_with('|');
    table_line = is_in_table ? table_line + 1 : 0;
    if (is_in_table) {
      page += row_roff(line, table_line <= 2);
    } else if (line.empty()) {
      page += ".PP\n";
    } else if (line.starts_with("- ")) {
      page += ".IP \\(bu 2\n" + inline_roff(line.substr(2), is_code) + "\n";
    } else {
      while (line.starts_with(' '))
        line.remove_prefix(1);
      page += inline_roff(line, is_code) + "\n";
    }
  }
  return page;
}

std::string roff_example(std::string_view lines) { return ".PP\n.RS 4\n.nf\n" + roff(lines) + ".fi\n.RE\n"; }

}  // namespace zp::app
