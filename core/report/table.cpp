// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/table.h"

#include <algorithm>

#include "core/text/utf8.h"

namespace zp {
namespace {

bool is_right(const Table& table, std::size_t column) {
  return column < table.alignment.size() && table.alignment[column] == 'r';
}

std::vector<std::size_t> column_widths(const Table& table) {
  std::vector<std::size_t> widths;
  const auto widen = [&](const std::vector<std::string>& row) {
    if (widths.size() < row.size()) widths.resize(row.size());
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], count_characters(row[i]));
  };
  widen(table.header);
  for (const auto& row : table.rows)
    widen(row);
  return widths;
}

std::string escaped_cell(const std::string& cell) {
  std::string text;
  for (const char c : cell) {
    if (c == '|') text += '\\';
    text += c == '\n' ? ' ' : c;
  }
  return text;
}

}  // namespace

std::string aligned_table(const Table& table, std::size_t indent) {
  const std::vector<std::size_t> widths = column_widths(table);
  std::string text;
  const auto add = [&](const std::vector<std::string>& row) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - count_characters(row[i]), ' ');
      if (i > 0) line += "  ";
      line += is_right(table, i) ? padding + row[i] : row[i] + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  if (!table.header.empty()) add(table.header);
  for (const auto& row : table.rows)
    add(row);
  return text;
}

std::string markdown_table(const Table& table) {
  std::string text;
  const auto add = [&](const std::vector<std::string>& row) {
    text += "|";
    for (std::size_t i = 0; i < table.header.size(); ++i)
      text += " " + (i < row.size() ? escaped_cell(row[i]) : std::string()) + " |";
    text += "\n";
  };
  add(table.header);
  text += "|";
  for (std::size_t i = 0; i < table.header.size(); ++i)
    text += is_right(table, i) ? " ---: |" : " --- |";
  text += "\n";
  for (const auto& row : table.rows)
    add(row);
  return text;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string result;
  std::size_t line_width = 0;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    const std::size_t word_width = count_characters(word);
    if (line_width > 0 && line_width + 1 + word_width > width) {
      result += "\n" + std::string(indent, ' ');
      line_width = indent;
    } else if (line_width > 0) {
      result += ' ';
      ++line_width;
    }
    result += word;
    line_width += word_width;
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
  }
  return result;
}

}  // namespace zp
