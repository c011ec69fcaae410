// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/text_node.h"

/// Interprets values of a file as Python and pydantic 2 (lax mode) do.
namespace zp {

/// A number as in Python, where 16 and 16.0 are equal but print differently.
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
/// Returns the value in the form of Python's repr().
std::string python_repr(const TextNode& node);
/// Returns JSON's word for True, False or None at the beginning of a text; "" if the text begins with no such
/// word.
std::string_view json_word_of(std::string_view text);
/// Returns true if a text that is not JSON contains True, False or None as a value.
bool has_python_words(std::string_view text);
/// Returns a JSON text with 0 and blanks in place of NaN, Infinity and -Infinity, which Python's json writes
/// although JSON lacks them; offsets do not change.
std::string without_python_constants(std::string_view json);
/// Returns a bool, int or float as a number (True is 1); nullopt for other values.
std::optional<ConfigNumber> python_number(const TextNode& node);
ConfigNumber number_of(std::int64_t value);
ConfigNumber number_of(double value);
std::string python_text(const ConfigNumber& number);  ///< "16", "2.0"

/// Returns the product in Python's arithmetic of ints and floats; a product beyond 64 bits is a float.
ConfigNumber product(const ConfigNumber& a, const ConfigNumber& b);
/// Returns a // b. Precondition: b is not 0.
ConfigNumber floor_quotient(const ConfigNumber& a, const ConfigNumber& b);

/// Return the value that pydantic converts a node to; nullopt if pydantic rejects it.
std::optional<bool> lax_bool(const TextNode& node);
std::optional<double> lax_float(const TextNode& node);
/// The reason why pydantic rejects a value as an int.
enum class IntFault : std::uint8_t { none, type, parsing, fraction, size };
IntFault int_fault(const TextNode& node);
std::optional<double> lax_int(const TextNode& node);
/// Returns a count, which is whole, above 0 and at most `most`; 0 for any other value and for nullptr.
std::int64_t lax_count(const TextNode* node, std::int64_t most = 1'000'000'000'000'000);

}  // namespace zp::python
