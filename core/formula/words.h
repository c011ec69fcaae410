// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// A formula in words. A formula of the ledger or of the clock stands once, as a function over the kind of
/// number it is evaluated in: int64 or double give bytes or seconds without allocation, `Words` give the same
/// formula as text. `core/formula/arithmetic.h` holds the functions that both kinds know.
namespace zp {

/// One symbol of the formulas: its name, its meaning and its unit. One name has one meaning.
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

/// A value together with the expression it comes from.
///
/// Grammar of both texts, binding from weak to strong: `a + b`, `a − b`; a product, `a·b` and `a/b` in
/// symbols, `a × b` and `a ÷ b` in figures; `min(a, b)`, `max(a, b)`, `⌈a⌉`, `⌊a⌋`, `(a)`, a symbol, a
/// number. Numbers are plain digits, without exponent, separator or unit, as many as read back the same
/// double.
class Words {
 public:
  Words() : Words(0) {}
  /// A constant: the number itself in both texts.
  template <class N>
  requires std::is_arithmetic_v<N> Words(
      N constant)  // NOLINT(google-explicit-constructor): 2 * s.parameters reads as it does with numbers
      : Words(static_cast<double>(constant), nullptr) {}
  /// A symbol with its value for this plan. `row` must outlive the words: rows are static data.
  static Words symbol(const SymbolRow& row, double value) { return {value, &row}; }

  [[nodiscard]] double value() const { return value_; }
  [[nodiscard]] const std::string& formula() const { return formula_; }  ///< "b·(P + F)"
  [[nodiscard]] const std::string& figures() const { return figures_; }  ///< "2 × (6738415616 + 0)"
  /// Every symbol of the formula, in the order of first use.
  [[nodiscard]] const std::vector<SymbolValue>& symbols() const { return symbols_; }

  /// Returns true if the value is made of whole numbers: no figure, no quotient on the way has a fraction.
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
  /// Compares by value, so that a formula may choose between two terms as numbers do.
  friend auto operator<=>(const Words& a, const Words& b) { return a.value_ <=> b.value_; }
  friend bool operator==(const Words& a, const Words& b) { return a.value_ == b.value_; }

 private:
  enum class Level : std::uint8_t { sum, product, atom };
  struct Texts {
    std::string formula, figures;
  };

  Words(double value, const SymbolRow* row);
  /// Joins the symbols of two operands under a new value, level and texts.
  Words(double value, Level level, Texts texts, const Words& a, const Words& b);
  /// Returns both texts, in brackets if the expression binds more weakly than `needed`.
  [[nodiscard]] Texts within(Level needed) const;
  /// Returns true if both texts are this number alone, so that multiplying by 1 or adding 0 adds no text.
  [[nodiscard]] bool is_constant(double value) const { return symbols_.empty() && value_ == value; }

  double value_ = 0;
  bool is_whole_ = true;
  Level level_ = Level::atom;
  std::string formula_, figures_;
  std::vector<SymbolValue> symbols_;
};

/// A number as the figures hold it: plain digits that read back the same double ("0.0000066", "5.00390625").
std::string plain_digits(double value);

}  // namespace zp
