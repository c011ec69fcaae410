// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/python.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/text/json_text.h"
#include "core/text/letters.h"

namespace zp::python {
namespace {

struct PythonWord {
  std::string_view python, json;
};
constexpr std::array<PythonWord, 3> python_words = {{{"True", "true"}, {"False", "false"}, {"None", "null"}}};

std::string_view stripped(std::string_view text) {
  constexpr std::string_view space = " \t\n\r\v\f";
  const auto begin = text.find_first_not_of(space);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

/// Returns the text without the single underscores between digits that int() accepts; nullopt if an
/// underscore is elsewhere.
std::optional<std::string> without_underscores(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      out += text[i];
    } else if (i == 0 || i + 1 == text.size() || text[i - 1] == '_') {
      return std::nullopt;
    }
  }
  return out;
}

std::optional<double> parsed(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ptr != text.data() + text.size()) return std::nullopt;
  return read.ec == std::errc::result_out_of_range ? HUGE_VAL : value;
}

/// Returns the number in a text that pydantic's str_as_int accepts: a sign, digits, and zeros after a point.
std::optional<double> int_in(std::string_view text) {
  text = stripped(text);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (const auto point = text.find('.'); point != std::string_view::npos && point > 0) {
    if (text.find_first_not_of('0', point + 1) != std::string_view::npos || point + 1 == text.size())
      return std::nullopt;
    text = text.substr(0, point);
  }
  const std::optional<std::string> digits = without_underscores(text);
  if (!digits || digits->empty() || digits->find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  const std::optional<double> value = parsed(*digits);
  return negative && value ? std::optional(-*value) : value;
}

std::optional<double> float_in(std::string_view text) {
  text = stripped(text);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.starts_with('-') || text.starts_with('+')) return std::nullopt;
  const std::optional<std::string> digits = without_underscores(text);
  if (!digits || digits->empty()) return std::nullopt;
  const std::optional<double> value = parsed(*digits);
  return negative && value ? std::optional(-*value) : value;
}

/// Returns a // b, computed from the remainder like float_divmod of CPython: 8 // 0.02 is 399.
double floor_of_reals(double a, double b) {
  const double rest = std::fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest != 0 && (b < 0) != (rest < 0)) quotient -= 1;
  const double floor = std::floor(quotient);
  constexpr double half = 0.5;
  return quotient - floor > half ? floor + 1 : floor;
}

}  // namespace

std::string_view python_type(const TextNode& node) {
  switch (node.kind) {
    case NodeKind::null:
      return "NoneType";
    case NodeKind::boolean:
      return "bool";
    case NodeKind::integer:
      return "int";
    case NodeKind::real:
      return "float";
    case NodeKind::string:
      return "str";
    case NodeKind::array:
      return "list";
    case NodeKind::object:
      return "dict";
  }
  return {};
}

bool truthy(const TextNode& node) {
  switch (node.kind) {
    case NodeKind::null:
      return false;
    case NodeKind::boolean:
      return node.boolean;
    case NodeKind::integer:
    case NodeKind::real:
      return node.number != 0;
    case NodeKind::string:
      return !node.text.empty();
    case NodeKind::array:
    case NodeKind::object:
      return !node.children.empty();
  }
  return false;
}

std::string python_repr(const TextNode& node) {
  if (node.is_null()) return "None";
  if (node.is_boolean()) return node.boolean ? "True" : "False";
  if (node.is_string()) return "'" + node.text + "'";
  if (const auto number = python_number(node)) return python_text(*number);
  const bool is_list = node.is_array();
  std::string text = is_list ? "[" : "{";
  for (const TextNode& child : node.children) {
    if (text.size() > 1) text += ", ";
    if (!is_list) text += "'" + child.key + "': ";
    text += python_repr(child);
  }
  return text + (is_list ? ']' : '}');
}

std::string_view json_word_of(std::string_view text) {
  const auto found = std::ranges::find_if(python_words, [&](const PythonWord& word) {
    const std::string_view rest = text.starts_with(word.python) ? text.substr(word.python.size()) : "x";
    return rest.empty() || std::string_view(" \t\r\n,}]").find(rest.front()) != std::string_view::npos;
  });
  return found == python_words.end() ? std::string_view() : found->json;
}

bool has_python_words(std::string_view text) {
  for (auto colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':', colon + 1)) {
    const auto value = text.find_first_not_of(" \t", colon + 1);
    if (value != std::string_view::npos && !json_word_of(text.substr(value)).empty()) return true;
  }
  return false;
}

ConfigNumber number_of(std::int64_t value) { return {false, value, 0}; }
ConfigNumber number_of(double value) { return {true, 0, value}; }

std::string without_python_constants(std::string_view json) {
  constexpr std::array<std::string_view, 3> constants = {"-Infinity", "Infinity", "NaN"};
  std::string text(json);
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_quoted && text[i] == '\\') {
      ++i;
      continue;
    }
    if (text[i] == '"') is_quoted = !is_quoted;
    if (is_quoted) continue;
    for (const std::string_view constant : constants)
      if (json.substr(i).starts_with(constant)) {
        text.replace(i, constant.size(), "0" + std::string(constant.size() - 1, ' '));
        i += constant.size() - 1;
        break;
      }
  }
  return text;
}

std::optional<ConfigNumber> python_number(const TextNode& node) {
  if (node.is_boolean()) return number_of(std::int64_t{node.boolean});
  if (node.is_integer() && !node.huge) return number_of(node.integer);
  if (node.is_number()) return number_of(node.number);
  return std::nullopt;
}

std::string python_text(const ConfigNumber& number) {
  return number.is_real ? json_number(number.real) : json_number(number.integer);
}

ConfigNumber product(const ConfigNumber& a, const ConfigNumber& b) {
  std::int64_t whole = 0;
  if (!a.is_real && !b.is_real && !__builtin_mul_overflow(a.integer, b.integer, &whole))
    return number_of(whole);
  return number_of(a.value() * b.value());
}

ConfigNumber floor_quotient(const ConfigNumber& a, const ConfigNumber& b) {
  if (a.is_real || b.is_real) return number_of(floor_of_reals(a.value(), b.value()));
  if (b.integer == -1) return product(a, b);
  const std::int64_t quotient = a.integer / b.integer;
  const bool below = (a.integer % b.integer != 0) && ((a.integer < 0) != (b.integer < 0));
  return number_of(below ? quotient - 1 : quotient);
}

std::optional<bool> lax_bool(const TextNode& node) {
  if (node.is_boolean()) return node.boolean;
  if (node.is_number() && (node.number == 0 || node.number == 1)) return node.number == 1;
  if (!node.is_string()) return std::nullopt;
  constexpr std::array<std::string_view, 6> yes = {"1", "true", "t", "yes", "y", "on"};
  constexpr std::array<std::string_view, 6> no = {"0", "false", "f", "no", "n", "off"};
  const auto is = [&](std::string_view word) { return same_letters(word, node.text); };
  if (std::ranges::any_of(yes, is)) return true;
  if (std::ranges::any_of(no, is)) return false;
  return std::nullopt;
}

std::optional<double> lax_float(const TextNode& node) {
  if (node.is_boolean()) return node.boolean ? 1.0 : 0.0;
  if (node.is_number()) return node.number;
  return node.is_string() ? float_in(node.text) : std::nullopt;
}

IntFault int_fault(const TextNode& node) {
  if (node.is_boolean() || node.is_integer()) return IntFault::none;
  if (node.is_real()) {
    constexpr double most = 9223372036854775808.0;  // 2^63; pydantic-core rejects larger floats as ints
    if (std::trunc(node.number) != node.number) return IntFault::fraction;
    return std::abs(node.number) < most ? IntFault::none : IntFault::size;
  }
  if (node.is_string()) return int_in(node.text) ? IntFault::none : IntFault::parsing;
  return IntFault::type;
}

std::optional<double> lax_int(const TextNode& node) {
  if (int_fault(node) != IntFault::none) return std::nullopt;
  if (node.is_boolean()) return node.boolean ? 1.0 : 0.0;
  return node.is_string() ? int_in(node.text) : std::optional(node.number);
}

std::int64_t lax_count(const TextNode* node, std::int64_t most) {
  const auto number = node != nullptr ? lax_int(*node) : std::nullopt;
  const bool is_count = number && *number > 0 && *number <= static_cast<double>(most);
  return is_count ? static_cast<std::int64_t>(*number) : 0;
}

}  // namespace zp::python
