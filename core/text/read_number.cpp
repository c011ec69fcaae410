// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <cmath>

#include "core/text/reader.h"

namespace zp::text_io {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t digits_at(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_digit(text[end]))
    ++end;
  return end - begin;
}

double double_of(std::string_view digits) {
  double value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (read.ec == std::errc::result_out_of_range) {
    const auto exponent = digits.find_first_of("eE");
    const bool tiny =
        exponent != std::string_view::npos && digits.find('-', exponent) != std::string_view::npos;
    return tiny ? 0.0 : HUGE_VAL;
  }
  return value;
}

}  // namespace

NumberMatch match_number(std::string_view text, std::size_t begin) {
  NumberMatch match;
  std::size_t end = begin;
  if (end < text.size() && text[end] == '-') ++end;
  const std::size_t whole = digits_at(text, end);
  if (whole == 0) return match;
  end += text[end] == '0' ? 1 : whole;  // no leading zero: "01" is not a number
  if (end < text.size() && text[end] == '.')
    if (const std::size_t count = digits_at(text, end + 1); count > 0) {
      match.is_integer = false;
      end += 1 + count;
    }
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    std::size_t exponent = end + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    if (const std::size_t count = digits_at(text, exponent); count > 0) {
      match.is_integer = false;
      end = exponent + count;
    }
  }
  match.digits = end - begin;
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t'))
    ++end;
  match.length = end - begin;
  return match;
}

bool set_number(TextNode& node, std::string_view digits, bool is_integer) {
  node.number = double_of(digits);
  if (is_integer) {
    constexpr std::size_t most_digits = 4300;  // sys.int_info.default_max_str_digits of Python
    node.kind = NodeKind::integer;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), node.integer);
    node.huge = read.ec != std::errc();
    return digits.size() <= most_digits;
  }
  if (!std::isfinite(node.number)) return false;  // int(inf) raises OverflowError in hjson's scantfnns
  node.kind = NodeKind::real;
  return true;
}

}  // namespace zp::text_io
