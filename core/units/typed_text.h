// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

/// Characters as people type them around numbers, for the readers of this folder.
namespace zp::typed {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The spaces people type or paste: blank, tab, no-break, thin and narrow no-break space.
inline constexpr std::array<std::string_view, 5> spaces = {" ", "\t", "\u00A0", "\u2009", "\u202F"};

inline std::size_t space_at(std::string_view text) {
  for (std::string_view space : spaces)
    if (text.starts_with(space)) return space.size();
  return 0;
}

inline std::string_view trim(std::string_view text) {
  while (const std::size_t n = space_at(text))
    text.remove_prefix(n);
  for (bool found = true; found;) {
    found = false;
    for (std::string_view space : spaces)
      if (text.ends_with(space)) {
        text.remove_suffix(space.size());
        found = true;
      }
  }
  return text;
}

/// Returns true if the text begins with three digits and no fourth.
inline bool begins_with_group(std::string_view text) {
  constexpr std::size_t size = 3;
  return text.size() >= size && std::ranges::all_of(text.substr(0, size), is_digit) &&
         (text.size() == size || !is_digit(text[size]));
}

}  // namespace zp::typed
