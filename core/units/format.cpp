// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>

namespace zp {
namespace {

constexpr std::string_view narrow_space = "\u202F";

/// Appends digits with commas between groups of three, counted from the right.
void append_grouped(std::string& text, std::string_view digits) {
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
}
std::string grouped(std::string_view digits, bool negative = false) {
  std::string text(negative ? 1 : 0, '-');
  append_grouped(text, digits);
  return text;
}

std::string with_unit(std::string number, std::string_view unit) {
  return number.append(narrow_space).append(unit);
}

/// A finite, positive value rounded to `count` significant digits: 0.d1d2d3… · 10^point.
struct Decimal {
  std::array<char, 17> digits;
  int count = 0, point = 0;

  [[nodiscard]] std::string_view text() const { return {digits.data(), static_cast<std::size_t>(count)}; }
};

Decimal to_decimal_exactly(double value, int count) {
  std::array<char, 64> buffer;
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                     std::chars_format::scientific, count - 1);
  const std::string_view text(buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data()));
  const std::size_t e = text.find('e');
  Decimal result;
  result.count = count;
  std::ranges::copy_if(text.substr(0, e), result.digits.begin(), [](char c) { return c != '.'; });
  const std::size_t exponent = text[e + 1] == '+' ? e + 2 : e + 1;  // from_chars rejects '+'
  std::from_chars(text.data() + exponent, text.data() + text.size(), result.point);
  ++result.point;
  return result;
}

/// Powers of ten that a double represents exactly.
constexpr auto powers_of_ten = [] {
  std::array<double, 23> powers{};
  double power = 1;
  for (double& each : powers) {
    each = power;
    power *= 10;
  }
  return powers;
}();

/// Rounds by a single multiplication or division, whose error is below a millionth of the last digit if
/// `count` is small. Returns nullopt if the value or the count is out of range, or if that error could change
/// how the last digit is rounded.
std::optional<Decimal> to_decimal_quickly(double value, int count) {
  constexpr int most_digits = 9;
  constexpr double smallest = 1e-9, largest = 1e15, certain = 1e-6;
  if (count > most_digits || value < smallest || value >= largest) return std::nullopt;
  int point = 0;
  while (point < 15 && value >= powers_of_ten[static_cast<std::size_t>(point)])
    ++point;
  while (point <= 0 && point > -9 && value * powers_of_ten[static_cast<std::size_t>(1 - point)] < 1)
    --point;
  const int shift = count - point;
  const double scaled = shift >= 0 ? value * powers_of_ten[static_cast<std::size_t>(shift)]
                                   : value / powers_of_ten[static_cast<std::size_t>(-shift)];
  const double whole = std::floor(scaled);
  if (std::abs(scaled - whole - 0.5) < certain) return std::nullopt;
  auto rounded = static_cast<std::int64_t>(whole) + (scaled - whole > 0.5 ? 1 : 0);
  const auto too_many = static_cast<std::int64_t>(powers_of_ten[static_cast<std::size_t>(count)]);
  if (rounded < too_many / 10) return std::nullopt;
  if (rounded >= too_many) {
    rounded /= 10;
    ++point;
  }
  Decimal result;
  result.count = count;
  result.point = point;
  for (int i = count; i-- > 0; rounded /= 10)
    result.digits[static_cast<std::size_t>(i)] = static_cast<char>('0' + rounded % 10);
  return result;
}

Decimal to_decimal(double value, int count) {
  const std::optional<Decimal> quick = to_decimal_quickly(value, count);
  return quick ? *quick : to_decimal_exactly(value, count);
}

/// Returns the value with that many significant digits. `keep_zeros` gives "7.00" rather than "7".
std::string significant(double value, int significant_digits, bool keep_zeros) {
  if (std::isnan(value)) return "n/a";
  if (std::isinf(value)) return value < 0 ? "-∞" : "∞";
  if (value == 0) return "0";
  const Decimal d = to_decimal(std::abs(value), std::clamp(significant_digits, 1, 17));
  std::string_view digits = d.text();
  std::string text(value < 0 ? 1 : 0, '-');
  const auto whole = static_cast<std::size_t>(std::max(0, d.point));
  if (whole == 0)
    text += '0';
  else if (whole <= digits.size())
    append_grouped(text, digits.substr(0, whole));
  else
    append_grouped(text, std::string(digits).append(whole - digits.size(), '0'));
  digits.remove_prefix(std::min(whole, digits.size()));
  if (!keep_zeros) digits = digits.substr(0, digits.find_last_not_of('0') + 1);
  if (digits.empty()) return text;
  text += '.';
  return text.append(static_cast<std::size_t>(std::max(0, -d.point)), '0').append(digits);
}

/// Returns the value with one decimal below 1,000, and as a whole number with four significant digits from
/// there on.
std::string one_decimal(double value) {
  const double tenths = std::round(value * 10);
  if (std::abs(tenths) >= 10'000) return significant(value, 4, false);
  const auto whole = static_cast<std::int64_t>(std::abs(tenths));
  std::string text(tenths < 0 ? 1 : 0, '-');
  return text.append(std::to_string(whole / 10)).append(".").append(std::to_string(whole % 10));
}

}  // namespace

namespace {

/// Returns the value with three significant digits in the largest fitting unit of `units`, each a thousand
/// times the previous one.
std::string by_thousands(double value, std::span<const std::string_view> units) {
  if (!std::isfinite(value)) return significant(value, 3, false);
  std::size_t unit = 0;
  // 999.5 would be shown as 1,000, which reads better as 1.00 of the next unit.
  while (std::abs(value) >= 999.5 && unit + 1 < units.size()) {
    value /= 1e3;
    ++unit;
  }
  return with_unit(significant(value, 3, unit > 0), units[unit]);
}

}  // namespace

std::string format_count(std::int64_t n) {
  const std::string text = std::to_string(n);
  return n < 0 ? grouped(std::string_view(text).substr(1), true) : grouped(text);
}

std::string format_params(Params p) {
  static constexpr std::array<std::string_view, 4> suffixes = {"k", "M", "B", "T"};
  if (std::abs(static_cast<double>(p.value())) < 1000) return format_count(p.value());
  double value = static_cast<double>(p.value()) / 1e3;
  std::size_t suffix = 0;
  // 999.5 would be shown as 1,000, which reads better as 1.00 of the next suffix.
  while (std::abs(value) >= 999.5 && suffix + 1 < suffixes.size()) {
    value /= 1e3;
    ++suffix;
  }
  return with_unit(significant(value, 3, true), suffixes[suffix]);
}

std::string format_gib_value(Bytes b) { return one_decimal(to_gib(b)); }

std::string format_gib(Bytes b) { return with_unit(format_gib_value(b), "GiB"); }

std::string format_bytes(Bytes b) {
  static constexpr std::array<std::string_view, 6> units = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(b.value());
  if (std::abs(value) < 1024) return with_unit(format_count(b.value()), "B");
  value /= 1024;
  std::size_t unit = 0;
  // 1,023.5 would be shown as 1,024, which reads better as 1.0 of the next unit.
  while (std::abs(value) >= 1023.5 && unit + 1 < units.size()) {
    value /= 1024;
    ++unit;
  }
  return with_unit(one_decimal(value), units[unit]);
}

std::string format_exact_bytes(Bytes b) {
  return with_unit(format_count(b.value()), b.value() == 1 || b.value() == -1 ? "byte" : "bytes");
}

std::string format_gb_per_s(double gb_per_s) { return with_unit(format_number(gb_per_s), "GB/s"); }

std::string format_gb(double bytes) {
  static constexpr std::array<std::string_view, 6> units = {"B", "kB", "MB", "GB", "TB", "PB"};
  return by_thousands(bytes, units);
}

std::string format_flop(double flop) {
  static constexpr std::array<std::string_view, 7> units = {"FLOP",  "kFLOP", "MFLOP", "GFLOP",
                                                            "TFLOP", "PFLOP", "EFLOP"};
  return by_thousands(flop, units);
}

std::string format_flops(double per_second) {
  return with_unit(significant(per_second * 1e-12, 3, false), "TFLOPS");
}

std::string format_seconds(double seconds) {
  if (!std::isfinite(seconds)) return significant(seconds, 3, false);
  constexpr double minute = 60, hour = 3600, day = 86400;
  const double size = std::abs(seconds);
  if (size >= 2 * day) return with_unit(significant(seconds / day, 3, true), "days");
  if (size >= 2 * hour) return with_unit(significant(seconds / hour, 3, true), "h");
  if (size >= 10 * minute) return with_unit(significant(seconds / minute, 3, true), "min");
  if (size >= 0.9995) return with_unit(significant(seconds, 3, true), "s");
  if (size >= 0.9995e-3) return with_unit(significant(seconds * 1e3, 3, true), "ms");
  if (size == 0) return with_unit("0", "s");
  return with_unit(significant(seconds * 1e6, 3, true), "µs");
}

std::string format_per_s(double per_second, std::string_view of) {
  return with_unit(format_number(per_second), std::string(of) + "/s");
}

std::string format_percent(double fraction) { return with_unit(significant(fraction * 100, 3, false), "%"); }

std::string format_number(double value, int significant_digits) {
  return significant(value, significant_digits, false);
}

std::string with_separators(std::string_view expression) {
  constexpr std::string_view digits = "0123456789";
  std::string text;
  while (!expression.empty()) {
    const std::size_t whole = std::min(expression.find_first_not_of(digits), expression.size());
    for (std::size_t i = 0; i < whole; ++i) {
      if (i > 0 && (whole - i) % 3 == 0) text += ',';
      text += expression[i];
    }
    expression.remove_prefix(whole);
    // Digits after the decimal point are not grouped.
    std::size_t rest = 0;
    if (expression.starts_with('.'))
      rest = std::min(expression.find_first_not_of(digits, 1), expression.size());
    rest = std::min(expression.find_first_of(digits, rest), expression.size());
    text += expression.substr(0, rest);
    expression.remove_prefix(rest);
  }
  return text;
}

}  // namespace zp
