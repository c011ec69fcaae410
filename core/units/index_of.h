// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <type_traits>

namespace zp {

/// Returns the position of an enumerator in its enumeration, which is its value.
constexpr std::size_t index_of(auto enumerator) requires std::is_enum_v<decltype(enumerator)> {
  return static_cast<std::size_t>(enumerator);
}

}  // namespace zp
