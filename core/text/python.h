// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/text_node.h"

/// How Python and pydantic 2 (lax mode) look at a value of a file.
namespace zp {

/// A number as Python has it: 16 and 16.0 are equal and print differently.
struct ConfigNumber {
  bool is_real = false;
  std::int64_t integer = 0;
  double real = 0;
  [[nodiscard]] double value() const { return is_real ? real : static_cast<double>(integer); }
  bool operator==(const ConfigNumber& other) const { return value() == other.value(); }
};

}  // namespace zp

namespace zp::python {

std::string_view python_type(
    const TextNode& node);  ///< "NoneType", "bool", "int", "float", "str", "list", "dict"
bool truthy(const TextNode& node);
/// The value as Python's repr() prints it.
std::string python_repr(const TextNode& node);
/// What JSON writes for True, False or None at the begin of a text; "" where it begins with none of them.
std::string_view json_word_of(std::string_view text);
/// Whether a text that is no JSON holds one of them as a value.
bool has_python_words(std::string_view text);
/// A JSON text with 0 and blanks in place of NaN, Infinity and -Infinity, which Python's json writes and no
/// JSON has; every place in it stays where it was.
std::string without_python_constants(std::string_view json);
/// bool, int or float as a number, True being 1; nothing for the rest.
std::optional<ConfigNumber> python_number(const TextNode& node);
ConfigNumber number_of(std::int64_t value);
ConfigNumber number_of(double value);
std::string python_text(const ConfigNumber& number);  ///< "16", "2.0"

/// Python's arithmetic on ints and floats; a product beyond 64 bits goes on as a float.
ConfigNumber product(const ConfigNumber& a, const ConfigNumber& b);
/// a // b; b must not be 0.
ConfigNumber floor_quotient(const ConfigNumber& a, const ConfigNumber& b);

/// What pydantic makes of a value, or nothing where it refuses it.
std::optional<bool> lax_bool(const TextNode& node);
std::optional<double> lax_float(const TextNode& node);
/// Why a value is no int to pydantic.
enum class IntFault : std::uint8_t { none, type, parsing, fraction, size };
IntFault int_fault(const TextNode& node);
std::optional<double> lax_int(const TextNode& node);

}  // namespace zp::python
