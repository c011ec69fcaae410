// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/number_option.h"

#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string>

#include "app/decimal_mark.h"
#include "core/units/format.h"
#include "core/units/parse.h"

namespace zp::app {
namespace {

std::optional<long long> number_in(const std::string& text, DecimalMark mark, long long /*kind*/) {
  return parse_count(text, mark);
}
std::optional<double> number_in(const std::string& text, DecimalMark mark, double /*kind*/) {
  return parse_number(text, mark);
}

/// Returns the text from which CLI11 reads exactly this number.
template <class Number>
std::string plain_text(Number value) {
  std::array<char, 32> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), written.ptr};
}

/// Returns a validator that also rewrites the text as the number in plain digits.
template <class Number>
CLI::Validator within(const char* kind, Number least, Number most) {
  const bool is_open = static_cast<double>(most) >= std::numeric_limits<double>::max();
  std::string wanted = std::string(kind) + (is_open ? " of at least " : " from ") +
                       format_number(static_cast<double>(least), 3);
  if (!is_open) wanted += " to " + format_number(static_cast<double>(most), 3);
  return CLI::Validator(
      [=](std::string& text) -> std::string {
        const DecimalMark mark = typed_decimal_mark();
        const std::optional<Number> value = number_in(text, mark, least);
        if (value && *value >= least && *value <= most) {
          text = plain_text(*value);
          return {};
        }
        const std::string ambiguous = value ? "" : ambiguous_sentence(text, mark);
        return ambiguous.empty() ? "“" + text + "” is not " + wanted : ambiguous;
      },
      "");
}

}  // namespace

CLI::Validator whole_number(long long least, long long most) { return within("a whole number", least, most); }

CLI::Validator number(double least, double most) { return within("a number", least, most); }

}  // namespace zp::app
