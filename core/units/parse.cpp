// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units/parse.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "core/units/quantity.h"

namespace zp {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The spaces people type or paste: blank, tab, no-break, thin and narrow no-break space.
constexpr std::array<std::string_view, 5> spaces = {" ", "\t", "\u00A0", "\u2009", "\u202F"};

std::size_t space_at(std::string_view text) {
  for (std::string_view space : spaces)
    if (text.starts_with(space)) return space.size();
  return 0;
}

std::string_view trim(std::string_view text) {
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

/// One number as typed, group separators removed: "6,740.5" gives "6740.5".
struct Literal {
  std::string digits;
  int exponent = 0;   ///< power of ten, from "e9" and from the suffix
  bool whole = true;  ///< neither point, exponent nor suffix
};

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(trim(text)) {}

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

  /// The whole text as one integer, with no point, exponent or suffix: exact where a double is not.
  std::optional<std::int64_t> integer() {
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
    take_groups(number.digits);
    if (take('.')) {
      number.whole = false;
      const std::size_t before = number.digits.size();
      if (before == 0) number.digits += '0';
      number.digits += '.';
      if (take_digits(number.digits) == 0 && before == 0) return std::nullopt;
    }
    if (number.digits.empty()) return std::nullopt;
    if (!take_exponent(number)) return std::nullopt;
    take_suffix(number);
    return number;
  }

  std::size_t take_digits(std::string& into) {
    const auto end = std::ranges::find_if_not(rest_, is_digit);
    const auto n = static_cast<std::size_t>(end - rest_.begin());
    into += rest_.substr(0, n);
    rest_.remove_prefix(n);
    return n;
  }

  /// ",096" and " 096" behind one to three digits, always with the same separator. A leading zero makes no
  /// group: "0,125" is somebody's decimal comma, and must not become 125.
  void take_groups(std::string& digits) {
    if (digits.empty() || digits.size() > 3 || digits.front() == '0') return;
    const std::size_t length = rest_.starts_with(',') ? 1 : space_at(rest_);
    if (length == 0) return;
    const std::string separator(rest_.substr(0, length));
    while (rest_.starts_with(separator) && std::ranges::all_of(rest_.substr(length, 3), is_digit) &&
           rest_.size() >= length + 3 && (rest_.size() == length + 3 || !is_digit(rest_[length + 3]))) {
      digits += rest_.substr(length, 3);
      rest_.remove_prefix(length + 3);
    }
  }

  /// False when an 'e' stands there without a number behind it.
  bool take_exponent(Literal& number) {
    if (rest_.empty() || lower(rest_.front()) != 'e') return true;
    rest_.remove_prefix(1);
    const bool negative = take('-');
    if (!negative) take('+');
    std::string digits;
    if (take_digits(digits) == 0) return false;
    // Beyond six digits only the fact that it is out of range counts.
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

  /// The suffix goes into the exponent, so that "6.74 B" is the double nearest to 6.74e9, not a rounded
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
};

struct MemoryUnit {
  std::string_view name;
  double bytes;
};
constexpr double kib = 1024;
/// Longer names before the ones they end with. A single letter is the binary unit, as in free(1) and Slurm.
constexpr std::array<MemoryUnit, 19> memory_units = {{
    {"kib", kib},
    {"mib", kib* kib},
    {"gib", kib* kib* kib},
    {"tib", kib* kib* kib* kib},
    {"pib", kib* kib* kib* kib* kib},
    {"eib", kib* kib* kib* kib* kib* kib},
    {"kb", 1e3},
    {"mb", 1e6},
    {"gb", 1e9},
    {"tb", 1e12},
    {"pb", 1e15},
    {"eb", 1e18},
    {"bytes", 1},
    {"byte", 1},
    {"b", 1},
    {"k", kib},
    {"m", kib* kib},
    {"g", kib* kib* kib},
    {"t", kib* kib* kib* kib},
}};

bool ends_with_unit(std::string_view text, std::string_view unit) {
  return text.size() >= unit.size() &&
         std::ranges::equal(text.substr(text.size() - unit.size()), unit, {}, lower);
}

}  // namespace

std::optional<double> parse_number(std::string_view text) { return Parser(text).expression(); }

std::optional<std::int64_t> parse_count(std::string_view text) {
  if (const auto exact = Parser(text).integer()) return exact;
  const auto value = parse_number(text);
  constexpr double limit = 9223372036854775808.0;  // 2^63
  if (!value || *value != std::floor(*value) || *value < -limit || *value >= limit) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

std::optional<std::int64_t> parse_tokens(std::string_view text) {
  text = trim(text);
  const char unit = text.empty() ? ' ' : lower(text.back());
  if (unit != 'k' && unit != 'm') return parse_count(text);
  const std::string_view digits = trim(text.substr(0, text.size() - 1));
  const bool is_plain =
      !digits.empty() && std::ranges::all_of(digits, [](char c) { return is_digit(c) || c == '.'; });
  const auto number = is_plain ? parse_number(digits) : std::nullopt;
  const double tokens = number.value_or(0.5) * (unit == 'k' ? 1024.0 : 1024.0 * 1024.0);
  constexpr double exact = 9007199254740992.0;  // 2^53
  if (!number || tokens != std::floor(tokens) || tokens > exact) return parse_count(text);
  return static_cast<std::int64_t>(tokens);
}

std::optional<double> parse_gib(std::string_view text) {
  text = trim(text);
  double unit_bytes = static_cast<double>(bytes_per_gib);
  for (const MemoryUnit& unit : memory_units)
    if (ends_with_unit(text, unit.name)) {
      text.remove_suffix(unit.name.size());
      unit_bytes = unit.bytes;
      break;
    }
  const auto value = parse_number(text);
  if (!value || *value < 0) return std::nullopt;
  const double gib = *value * (unit_bytes / static_cast<double>(bytes_per_gib));
  if (!std::isfinite(gib)) return std::nullopt;
  return gib;
}

}  // namespace zp
