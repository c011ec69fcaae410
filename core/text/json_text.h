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
std::string json_number(double number);          ///< shortest form that reads back the same
std::string json_number(std::int64_t number);
std::string json_bool(bool value);
/// Whether two JSON texts mean the same value (1 and 1.0 do).
bool same_value(std::string_view a, std::string_view b);
/// The number a JSON text is, or nothing.
std::optional<double> number_in(std::string_view json_text);
/// The string a JSON text is, or nothing.
std::optional<std::string> string_in(std::string_view json_text);
/// A whole number written as a float ("5e8", "500000000.0") as an integer; anything else unchanged.
std::string as_integer(const std::string& json_text);

}  // namespace zp
