// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Single values as JSON text, and back.
namespace zp {

std::string json_string(std::string_view text);  ///< quoted and escaped
std::string json_number(double number);          ///< shortest form that reads back as the same number
std::string json_number(std::int64_t number);
std::string json_bool(bool value);
/// Returns true if two JSON texts have the same value (1 and 1.0 do).
bool same_value(std::string_view a, std::string_view b);
/// Returns the number that a JSON text is; nothing if it is not a number.
std::optional<double> number_in(std::string_view json_text);
/// Returns the string that a JSON text is; nothing if it is not a string.
std::optional<std::string> string_in(std::string_view json_text);
/// Returns a whole number written as a float ("5e8", "500000000.0") as an integer; anything else unchanged.
std::string as_integer(const std::string& json_text);

}  // namespace zp
