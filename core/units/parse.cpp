// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units/parse.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "core/units/typed_text.h"

namespace zp {

using namespace typed;

namespace {

/// The character that separates groups of digits.
enum class Separator {
  none,
  comma,
  point,
  other,    ///< a space or an underscore
  unclear,  ///< a comma or point that may be the decimal mark
};

/// A number as typed, without group separators: "6,740.5" gives "6740.5".
struct Literal {
  std::string digits;
  int exponent = 0;   ///< power of ten, from "e9" and from the suffix
  bool whole = true;  ///< neither point, exponent nor suffix
};

class Parser {
 public:
  Parser(std::string_view text, DecimalMark mark) : rest_(trim(text)), mark_(mark) {}

  std::optional<double> expression() {
    const bool negative = take('-');
    if (!negative) take('+');
    double sum = 0;
    bool first = true;
    do {
      const auto term = product();
      if (!term) return std::nullopt;
      sum += first && negative ? -*term : *term;
      first = false;
    } while (take_after_spaces('+'));
    if (!trim(rest_).empty() || !std::isfinite(sum)) return std::nullopt;
    return sum;
  }

  /// Parses the whole text as one integer without point, exponent or suffix; exact where a double is not.
  std::optional<std::int64_t> integer() {
    is_integer_ = true;
    const bool negative = take('-');
    if (!negative) take('+');
    const auto number = literal();
    if (!number || !number->whole || !rest_.empty()) return std::nullopt;
    const std::string text = std::string(negative ? 1 : 0, '-') + number->digits;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    return value;
  }

 private:
  std::optional<double> product() {
    double result = 1;
    do {
      skip_spaces();
      const auto number = literal();
      if (!number) return std::nullopt;
      const auto value = to_double(*number);
      if (!value) return std::nullopt;
      result *= *value;
    } while (take_after_spaces('*') || take_after_spaces("×"));
    return result;
  }

  std::optional<Literal> literal() {
    Literal number;
    take_digits(number.digits);
    const Separator groups = take_groups(number.digits);
    if (groups == Separator::unclear) return std::nullopt;
    if (rest_.starts_with('.') ? groups != Separator::point : is_decimal_comma(groups)) {
      rest_.remove_prefix(1);
      number.whole = false;
      const std::size_t before = number.digits.size();
      number.digits += '.';
      if (take_digits(number.digits) == 0 && before == 0) return std::nullopt;
    }
    if (number.digits.empty()) return std::nullopt;
    if (!take_exponent(number)) return std::nullopt;
    take_suffix(number);
    return number;
  }

  /// Returns true if a decimal comma follows. The comma of "5," only ends the number.
  [[nodiscard]] bool is_decimal_comma(Separator groups) const {
    return groups != Separator::comma && rest_.size() > 1 && rest_.front() == ',' && is_digit(rest_[1]);
  }

  std::size_t take_digits(std::string& into) {
    const auto end = std::ranges::find_if_not(rest_, is_digit);
    const auto n = static_cast<std::size_t>(end - rest_.begin());
    into += rest_.substr(0, n);
    rest_.remove_prefix(n);
    return n;
  }

  /// Consumes ",096", ".096", "_096" and " 096" after one to three digits, always with the same separator,
  /// and returns that separator. A leading zero makes no group: "0,125" is an eighth. A single comma or point
  /// before three digits follows the rule of DecimalMark.
  Separator take_groups(std::string& digits) {
    if (digits.empty() || digits.size() > 3 || digits.front() == '0') return Separator::none;
    const bool is_mark = rest_.starts_with(',') || rest_.starts_with('.');
    const std::size_t length = is_mark || rest_.starts_with('_') ? 1 : space_at(rest_);
    if (length == 0) return Separator::none;
    const std::string separator(rest_.substr(0, length));
    std::string groups;
    std::string_view rest = rest_;
    while (rest.starts_with(separator) && begins_with_group(rest.substr(length))) {
      groups += rest.substr(length, 3);
      rest.remove_prefix(length + 3);
    }
    if (groups.empty()) return Separator::none;
    const Separator kind = separator == ","   ? Separator::comma
                           : separator == "." ? Separator::point
                                              : Separator::other;
    const bool has_other_mark = is_mark && rest.starts_with(separator == "," ? '.' : ',');
    if (is_mark && groups.size() == 3 && !has_other_mark && !(is_integer_ && rest.empty())) {
      if (mark_ == DecimalMark::comma) return Separator::unclear;
      if (kind == Separator::point) return Separator::none;  // it is the decimal point
    }
    digits += groups;
    rest_ = rest;
    return kind;
  }

  /// Consumes the exponent if there is one. Returns false for an 'e' without a number.
  bool take_exponent(Literal& number) {
    if (rest_.empty() || lower(rest_.front()) != 'e') return true;
    rest_.remove_prefix(1);
    const bool negative = take('-');
    if (!negative) take('+');
    std::string digits;
    if (take_digits(digits) == 0) return false;
    // With more than six digits the exponent is out of range in any case.
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
    const int size = digits.size() > 6 ? 999'999 : std::stoi(digits);
    number.exponent = negative ? -size : size;
    number.whole = false;
    return true;
  }

  void take_suffix(Literal& number) {
    const std::string_view after = trim(rest_);
    if (after.empty()) return;
    int power = 0;
    switch (lower(after.front())) {
      case 'k':
        power = 3;
        break;
      case 'm':
        power = 6;
        break;
      case 'b':
      case 'g':
        power = 9;
        break;
      case 't':
        power = 12;
        break;
      default:
        return;
    }
    rest_ = after.substr(1);
    number.exponent += power;
    number.whole = false;
  }

  /// Adds the suffix to the exponent, so that "6.74 B" is the double nearest to 6.74e9, not a rounded
  /// product.
  static std::optional<double> to_double(const Literal& number) {
    const std::string text = number.digits + "e" + std::to_string(number.exponent);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
  }

  void skip_spaces() {
    while (const std::size_t n = space_at(rest_))
      rest_.remove_prefix(n);
  }
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool take_after_spaces(std::string_view symbol) {
    skip_spaces();
    if (!rest_.starts_with(symbol)) return false;
    rest_.remove_prefix(symbol.size());
    return true;
  }
  bool take_after_spaces(char c) { return take_after_spaces(std::string_view(&c, 1)); }

  std::string_view rest_;
  DecimalMark mark_;
  bool is_integer_ = false;  ///< the whole text must be one whole number
};

}  // namespace

std::optional<double> parse_number(std::string_view text, DecimalMark mark) {
  return Parser(text, mark).expression();
}

std::optional<std::int64_t> parse_count(std::string_view text, DecimalMark mark) {
  if (const auto exact = Parser(text, mark).integer()) return exact;
  const auto value = parse_number(text, mark);
  constexpr double limit = 9223372036854775808.0;  // 2^63
  if (!value || *value != std::floor(*value) || *value < -limit || *value >= limit) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

std::optional<std::int64_t> parse_tokens(std::string_view text, DecimalMark mark) {
  text = trim(text);
  const char unit = text.empty() ? ' ' : lower(text.back());
  if (unit != 'k' && unit != 'm') return parse_count(text, mark);
  const std::string_view digits = trim(text.substr(0, text.size() - 1));
  const bool is_plain = !digits.empty() && std::ranges::all_of(digits, [](char c) {
    return is_digit(c) || c == '.' || c == ',';
  });
  const auto number = is_plain ? parse_number(digits, mark) : std::nullopt;
  const double tokens = number.value_or(0.5) * (unit == 'k' ? 1024.0 : 1024.0 * 1024.0);
  constexpr double exact = 9007199254740992.0;  // 2^53
  if (!number || tokens != std::floor(tokens) || tokens > exact) return parse_count(text, mark);
  return static_cast<std::int64_t>(tokens);
}

}  // namespace zp
