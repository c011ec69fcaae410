// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <type_traits>

#include "core/formula/words.h"

/// Functions that join a formula to its figures, for numbers and for words alike.
namespace zp {

/// Returns a symbol of a formula: its name and value in words, the value alone in numbers.
template <class N, class Value>
[[nodiscard]] N named(const SymbolRow& row, Value value) {
  if constexpr (std::is_same_v<N, Words>)
    return Words::symbol(row, static_cast<double>(value));
  else
    return static_cast<N>(value);
}

/// Returns `a` times a measured factor; a factor of 1 appears in no formula.
template <class N>
[[nodiscard]] N scaled(const N& a, const SymbolRow& row, double factor) {
  return factor == 1 ? a : a * named<N>(row, factor);
}

[[nodiscard]] constexpr double value_of(double number) { return number; }
[[nodiscard]] inline double value_of(const Words& words) { return words.value(); }

}  // namespace zp
