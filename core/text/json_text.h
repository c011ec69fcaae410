// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Conversion of single values to JSON text and back.
namespace zp {

std::string json_string(std::string_view text);  ///< quoted and escaped
std::string json_number(double number);          ///< shortest form that parses to the same number
std::string json_number(std::int64_t number);
std::string json_bool(bool value);
/// Returns true if two JSON texts have equal values (such as 1 and 1.0).
bool same_value(std::string_view a, std::string_view b);
/// Returns the number in a JSON text; nullopt if the text is not a number.
std::optional<double> number_in(std::string_view json_text);
/// Returns the string in a JSON text; nullopt if the text is not a string.
std::optional<std::string> string_in(std::string_view json_text);
/// Returns a whole number in floating point notation ("5e8", "500000000.0") as an integer; other texts
/// unchanged.
std::string as_integer(const std::string& json_text);

}  // namespace zp
