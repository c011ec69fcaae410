// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/units/quantity.h"

/// Scans one line of a log from left to right. The time of each step is proportional to the text it reads,
/// and no step goes back. Internal to run/.
namespace zp::run {

inline constexpr double kib = 1024;
inline constexpr double mib = static_cast<double>(bytes_per_mib);
inline constexpr double gib = static_cast<double>(bytes_per_gib);

struct Number {
  double value = 0;
  double rounding = 0;    ///< half of its last digit
  std::string_view text;  ///< the characters of the number
};

class Scan {
 public:
  explicit Scan(std::string_view text) : rest_(text) {}

  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] char next() const { return rest_.empty() ? '\0' : rest_.front(); }

  /// Moves past `literal` if it is next, and returns true; else returns false.
  bool skip(std::string_view literal);
  /// Moves past the first `literal` in the rest and returns true; without one, stays and returns false.
  bool find(std::string_view literal);
  /// Moves past spaces and tabs.
  void spaces();
  /// Moves past any of these characters; returns true if there was one.
  bool skip_any(std::string_view characters);
  void drop(std::size_t count) { rest_.remove_prefix(count < rest_.size() ? count : rest_.size()); }

  /// Reads the number at this position: digits, with or without groups ("500,000,000"), a decimal point, an
  /// exponent.
  std::optional<Number> number();
  /// Reads a number followed by a unit of bytes, all powers of 1024: "5.53GB", "97.2 MiB", "0 bytes", "0 B".
  std::optional<Number> bytes();
  /// Reads letters, digits and `_` at this position; empty if there are none.
  std::string_view word();

 private:
  std::string_view rest_;
};

/// Returns true if a character belongs to a word: a letter, a digit or `_`.
constexpr bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
std::string_view trimmed(std::string_view text);
/// Returns the text without runs of at least `padding` spaces, which terminals and pages insert into a broken
/// line, even within words.
std::string unpadded(std::string_view text, std::size_t padding);
bool contains(std::string_view text, std::string_view part);
/// Returns the number as an int if it is whole and in range; else nullopt.
std::optional<int> whole(const std::optional<Number>& number);

}  // namespace zp::run
