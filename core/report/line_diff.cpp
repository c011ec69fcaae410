// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/line_diff.h"

#include <algorithm>
#include <vector>

namespace zp {
namespace {

constexpr std::size_t around = 3;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

struct Line {
  char mark = ' ';  ///< ' ', '-' or '+'
  std::string_view text;
};
using Lines = std::vector<std::string_view>;

/// Returns the length of the longest common subsequence for every pair of suffixes; empty if the texts are
/// too long.
std::vector<std::vector<int>> common_lengths(const Lines& a, const Lines& b) {
  constexpr std::size_t most = 4'000'000;
  if (a.size() * b.size() > most) return {};
  std::vector<std::vector<int>> length(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      length[i][j] = a[i] == b[j] ? length[i + 1][j + 1] + 1 : std::max(length[i + 1][j], length[i][j + 1]);
  return length;
}

std::vector<Line> compared(const Lines& a, const Lines& b) {
  const auto length = common_lengths(a, b);
  std::vector<Line> lines;
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    const bool both = i < a.size() && j < b.size();
    if (both && !length.empty() && a[i] == b[j]) {
      lines.push_back({' ', a[i]});
      ++i, ++j;
    } else if (i < a.size() && (!both || length.empty() || length[i + 1][j] >= length[i][j + 1])) {
      lines.push_back({'-', a[i++]});
    } else {
      lines.push_back({'+', b[j++]});
    }
  }
  return lines;
}

/// Returns the number of lines between `begin` and `end` before the change (without '+') or after it (without
/// '-').
std::size_t count(const std::vector<Line>& all, std::size_t begin, std::size_t end, char without) {
  return static_cast<std::size_t>(std::count_if(
      all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end),
      [without](const Line& line) { return line.mark != without; }));
}

std::string range_of(std::size_t first, std::size_t length) {
  return std::to_string(length == 0 ? first : first + 1) + ',' + std::to_string(length);
}

}  // namespace

std::string line_diff(std::string_view before, std::string_view after, const std::string& name) {
  const std::vector<Line> all = compared(lines_of(before), lines_of(after));
  std::string text;
  std::size_t at = 0;
  const auto is_change = [](const Line& line) { return line.mark != ' '; };
  while (true) {
    const auto first = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(at), all.end(), is_change);
    if (first == all.end()) break;
    const auto change = static_cast<std::size_t>(first - all.begin());
    const std::size_t begin = std::max(at, change - std::min(change, around));
    std::size_t end = change;
    for (std::size_t i = change; i < all.size() && i <= end + 2 * around + 1; ++i)
      if (is_change(all[i])) end = i;
    end = std::min(end + around + 1, all.size());
    if (text.empty()) text.append("--- ").append(name).append("\n+++ ").append(name).append("\n");
    text.append("@@ -").append(range_of(count(all, 0, begin, '+'), count(all, begin, end, '+')));
    text.append(" +").append(range_of(count(all, 0, begin, '-'), count(all, begin, end, '-')));
    text.append(" @@\n");
    for (std::size_t i = begin; i < end; ++i)
      text.append(1, all[i].mark).append(all[i].text).append("\n");
    at = end;
  }
  return text;
}

}  // namespace zp
