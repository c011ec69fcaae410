// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <type_traits>

#include "core/formula/words.h"

/// Functions that attach symbols to values, for numbers and for Words.
namespace zp {

/// Returns a value with its symbol for Words, the plain value for numbers.
template <class N, class Value>
[[nodiscard]] N named(const SymbolRow& row, Value value) {
  if constexpr (std::is_same_v<N, Words>)
    return Words::symbol(row, static_cast<double>(value));
  else
    return static_cast<N>(value);
}

/// Returns `a` times a measured factor; a factor of 1 does not appear in the formula.
template <class N>
[[nodiscard]] N scaled(const N& a, const SymbolRow& row, double factor) {
  return factor == 1 ? a : a * named<N>(row, factor);
}

[[nodiscard]] constexpr double value_of(double number) { return number; }
[[nodiscard]] inline double value_of(const Words& words) { return words.value(); }

}  // namespace zp
