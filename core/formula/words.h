// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// A formula as text. Each formula of ledger and clock is written once, as a function over its number type:
/// with int64 or double it computes bytes or seconds without allocation, with `Words` it produces the same
/// formula as text. `core/formula/arithmetic.h` has the functions for both.
namespace zp {

/// One symbol: name, meaning and unit. Each name has one meaning.
struct SymbolRow {
  std::string_view name;     ///< "P": letters, digits and _, a letter first; neither min nor max
  std::string_view meaning;  ///< "trainable parameters of one rank"
  std::string_view unit;     ///< "elements", "bytes", "GB/s"; "" for a plain number
};

/// A symbol with this plan's value.
struct SymbolValue {
  const SymbolRow* row = nullptr;
  double value = 0;
};

/// A value together with its expression, in symbols and in figures.
///
/// Grammar of both texts, from weak to strong binding: `a + b`, `a − b`; products, `a·b` and `a/b` in
/// symbols, `a × b` and `a ÷ b` in figures; `min(a, b)`, `max(a, b)`, `⌈a⌉`, `⌊a⌋`, `(a)`, a symbol, a
/// number. Numbers are plain digits, without exponent, separator or unit, as many as needed to read back the
/// same double.
class Words {
 public:
  Words() : Words(0) {}
  /// A constant, shown as the number in both texts.
  template <class N>
  requires std::is_arithmetic_v<N> Words(
      N constant)  // NOLINT(google-explicit-constructor): 2 * s.parameters reads as it does with numbers
      : Words(static_cast<double>(constant), nullptr) {}
  /// A symbol with its value in this plan. `row` must have static lifetime.
  static Words symbol(const SymbolRow& row, double value) { return {value, &row}; }

  [[nodiscard]] double value() const { return value_; }
  [[nodiscard]] const std::string& formula() const { return formula_; }  ///< "b·(P + F)"
  [[nodiscard]] const std::string& figures() const { return figures_; }  ///< "2 × (6738415616 + 0)"
  /// Every symbol of the formula, in the order of first use.
  [[nodiscard]] const std::vector<SymbolValue>& symbols() const { return symbols_; }

  /// Returns true if no operand or quotient of the expression has a fraction.
  [[nodiscard]] bool is_whole() const { return is_whole_; }

  Words& operator+=(const Words& other) { return *this = *this + other; }
  Words& operator-=(const Words& other) { return *this = *this - other; }
  Words& operator*=(const Words& other) { return *this = *this * other; }
  friend Words operator+(const Words& a, const Words& b);
  friend Words operator-(const Words& a, const Words& b);
  friend Words operator*(const Words& a, const Words& b);
  friend Words operator/(const Words& a, const Words& b);
  friend Words min(const Words& a, const Words& b);
  friend Words max(const Words& a, const Words& b);
  friend Words floor(const Words& a);
  friend Words ceil(const Words& a);
  /// Compares by value, so that a formula can choose between two terms as with numbers.
  friend auto operator<=>(const Words& a, const Words& b) { return a.value_ <=> b.value_; }
  friend bool operator==(const Words& a, const Words& b) { return a.value_ == b.value_; }

 private:
  enum class Level : std::uint8_t { sum, product, atom };
  struct Texts {
    std::string formula, figures;
  };

  Words(double value, const SymbolRow* row);
  /// Combines the symbols of two operands with a new value, level and texts.
  Words(double value, Level level, Texts texts, const Words& a, const Words& b);
  /// Returns both texts, in parentheses if the expression binds more weakly than `needed`.
  [[nodiscard]] Texts within(Level needed) const;
  /// Returns true if this is the plain number `value`, so that multiplying by 1 or adding 0 can be left out.
  [[nodiscard]] bool is_constant(double value) const { return symbols_.empty() && value_ == value; }

  double value_ = 0;
  bool is_whole_ = true;
  Level level_ = Level::atom;
  std::string formula_, figures_;
  std::vector<SymbolValue> symbols_;
};

/// Formats a number as in the figures: plain digits that read back the same double ("0.0000066",
/// "5.00390625").
std::string plain_digits(double value);

}  // namespace zp
