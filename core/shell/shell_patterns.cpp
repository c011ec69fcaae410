// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shell/shell_patterns.h"

#include <algorithm>

namespace zp {
namespace {

/// Longer texts match nothing, because the time grows with the square of the length.
constexpr std::size_t longest = 4096;

/// Returns the end of a class "[a-z]" that begins at `at`; `at` if the class is not closed.
std::size_t end_of_class(std::string_view pattern, std::size_t at) {
  const std::size_t end = pattern.find(']', at + 2);
  return end == std::string_view::npos ? at : end + 1;
}

bool is_in_class(char c, std::string_view text) {
  const bool is_inverted = text.starts_with('!') || text.starts_with('^');
  if (is_inverted) text.remove_prefix(1);
  bool is_in = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_range = i + 2 < text.size() && text[i + 1] == '-';
    is_in |= is_range ? text[i] <= c && c <= text[i + 2] : text[i] == c;
    if (is_range) i += 2;
  }
  return is_in != is_inverted;
}

}  // namespace

bool matches_shell_pattern(std::string_view text, std::string_view pattern) {
  if (text.size() > longest || pattern.size() > longest) return false;
  std::size_t at = 0, in_pattern = 0;
  std::size_t star = std::string_view::npos, behind_star = 0;
  while (true) {
    const bool has_pattern = in_pattern < pattern.size();
    if (at == text.size() && !has_pattern) return true;
    const char p = has_pattern ? pattern[in_pattern] : '\0';
    if (has_pattern && p == '*') {
      star = in_pattern++;
      behind_star = at;
      continue;
    }
    const std::size_t class_end = p == '[' ? end_of_class(pattern, in_pattern) : in_pattern;
    const bool is_class = class_end > in_pattern;
    const bool does_match =
        has_pattern && at < text.size() &&
        (is_class ? is_in_class(text[at], pattern.substr(in_pattern + 1, class_end - in_pattern - 2))
                  : p == '?' || p == text[at]);
    if (does_match) {
      ++at;
      in_pattern = is_class ? class_end : in_pattern + 1;
    } else if (star != std::string_view::npos && behind_star < text.size()) {
      at = ++behind_star;
      in_pattern = star + 1;
    } else {
      return false;
    }
  }
}

std::string without_prefix(std::string_view text, std::string_view pattern, bool is_longest) {
  for (std::size_t i = 0; i <= text.size() && text.size() <= longest; ++i) {
    const std::size_t size = is_longest ? text.size() - i : i;
    if (matches_shell_pattern(text.substr(0, size), pattern)) return std::string(text.substr(size));
  }
  return std::string(text);
}

std::string without_suffix(std::string_view text, std::string_view pattern, bool is_longest) {
  for (std::size_t i = 0; i <= text.size() && text.size() <= longest; ++i) {
    const std::size_t size = is_longest ? i : text.size() - i;
    if (matches_shell_pattern(text.substr(size), pattern)) return std::string(text.substr(0, size));
  }
  return std::string(text);
}

std::string with_replaced(std::string_view text, std::string_view pattern, std::string_view by,
                          bool is_every) {
  constexpr std::size_t most = 512;  // limits the time, because every part of the text is compared
  if (text.size() > most || pattern.empty()) return std::string(text);
  std::string made;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t size = text.size() - at;
    while (size > 0 && !matches_shell_pattern(text.substr(at, size), pattern))
      --size;
    if (size == 0) {
      made += text[at++];
      continue;
    }
    made += by;
    at += size;
    if (!is_every) return made + std::string(text.substr(at));
  }
  return made;
}

}  // namespace zp
