// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/shell/shell_script.h"
#include "core/shell/shell_words.h"

/// Helpers for the files that expand words. Internal to shell/.
namespace zp {

/// Expansions nested more deeply than this stay in their written form.
inline constexpr int deepest_value = 30;

/// Characters around text that stays in its written form because the script does not determine its value.
/// Such text is not split into words.
inline constexpr char open_begin = '\1', open_end = '\2';

/// Returns a word that stays in its written form.
inline ShellWord open_word_of(std::string_view written, std::size_t place) {
  return {open_begin + std::string(written) + open_end, place, false};
}

[[nodiscard]] inline bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Returns the length of the name or single digit at the beginning of a text.
[[nodiscard]] inline std::size_t name_size(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && is_shell_name(text[size]))
    ++size;
  return size > 0 && text.front() >= '0' && text.front() <= '9' ? 1 : size;
}

}  // namespace zp
