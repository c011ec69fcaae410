// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

#include "core/units/index_of.h"

namespace zp {

/// The words for an enumeration's values in files and commands, in the order of the values. They are defined
/// next to the enumeration:
///
///   template <>
///   inline constexpr auto words_of<Attention> = word_list("sdpa", "eager");
template <class Enum>
inline constexpr auto words_of = std::array<std::string_view, 0>();

template <class... Words>
constexpr std::array<std::string_view, sizeof...(Words)> word_list(Words... words) {
  return {words...};
}

template <class Enum>
concept HasWords = std::is_enum_v<Enum> && words_of<Enum>
.size() > 0;

template <HasWords Enum>
constexpr std::string_view name_of(Enum value) {
  return words_of<Enum>[index_of(value)];
}

/// Returns the value for that word, or nullopt.
template <HasWords Enum>
constexpr std::optional<Enum> enum_of(std::string_view word) {
  for (std::size_t i = 0; i < words_of<Enum>.size(); ++i)
    if (words_of<Enum>[i] == word) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace zp
