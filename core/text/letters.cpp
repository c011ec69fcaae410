// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/letters.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace zp {
namespace {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lowered(text);
  std::ranges::transform(lowered, lowered.begin(), lower);
  return lowered;
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most) {
  const std::size_t longer = std::max(a.size(), b.size()), shorter = std::min(a.size(), b.size());
  if (longer - shorter > most) return most + 1;
  std::vector<std::size_t> rows(3 * (b.size() + 1));
  std::size_t* before_last = rows.data();
  std::size_t* last = before_last + b.size() + 1;
  std::size_t* row = last + b.size() + 1;
  std::iota(row, row + b.size() + 1, std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    std::size_t least = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      least = std::min(least, row[j]);
    }
    if (least > most) return most + 1;  // the minimum of later rows is never smaller
  }
  return std::min(row[b.size()], most + 1);
}

std::string_view section_part(std::string_view path) {
  const auto dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
}

std::string_view key_part(std::string_view path) { return path.substr(path.rfind('.') + 1); }

std::string joined(std::string_view section, std::string_view key) {
  std::string path(section);
  if (!path.empty()) path += '.';
  return path += key;
}

std::string with_commas(std::span<const std::string> words, std::string_view between) {
  std::string text;
  for (const std::string& word : words)
    text.append(text.empty() ? "" : between).append(word);
  return text;
}

}  // namespace zp
