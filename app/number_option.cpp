// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/number_option.h"

#include <charconv>
#include <limits>
#include <optional>
#include <string>

#include "core/units/format.h"

namespace zp::app {
namespace {

/// Nothing where the text is no number, or more than one.
template <class Number>
std::optional<Number> number_in(const std::string& text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template <class Number>
CLI::Validator within(const char* kind, Number least, Number most) {
  const bool is_open = static_cast<double>(most) >= std::numeric_limits<double>::max();
  std::string wanted = std::string(kind) + (is_open ? " of at least " : " from ") +
                       format_number(static_cast<double>(least), 3);
  if (!is_open) wanted += " to " + format_number(static_cast<double>(most), 3);
  return CLI::Validator(
      [=](const std::string& text) -> std::string {
        const std::optional<Number> value = number_in<Number>(text);
        if (value && *value >= least && *value <= most) return {};
        return "“" + text + "” is not " + wanted;
      },
      "");
}

}  // namespace

CLI::Validator whole_number(long long least, long long most) { return within("a whole number", least, most); }

CLI::Validator number(double least, double most) { return within("a number", least, most); }

}  // namespace zp::app
