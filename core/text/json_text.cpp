// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/json_text.h"

#include <cmath>

#include "core/text/ordered_json.h"

namespace zp {

using text_io::Json;
using text_io::one_line;

namespace {

Json parsed(std::string_view text) { return Json::parse(text, nullptr, false); }

}  // namespace

std::string json_string(std::string_view text) { return one_line(Json(text)); }
std::string json_number(double number) { return one_line(Json(number)); }
std::string json_number(std::int64_t number) { return std::to_string(number); }
std::string json_bool(bool value) { return value ? "true" : "false"; }

bool same_value(std::string_view a, std::string_view b) { return a == b || parsed(a) == parsed(b); }

std::optional<double> number_in(std::string_view json_text) {
  const Json value = parsed(json_text);
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

std::optional<std::string> string_in(std::string_view json_text) {
  const Json value = parsed(json_text);
  return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
}

std::string as_integer(const std::string& json_text) {
  const Json value = parsed(json_text);
  if (!value.is_number_float()) return json_text;
  const double number = value.get<double>();
  constexpr double largest = 9007199254740992.0;  // 2^53: every whole number up to this is exact in a double
  if (std::trunc(number) != number || std::abs(number) > largest) return json_text;
  return std::to_string(static_cast<std::int64_t>(number));
}

}  // namespace zp
