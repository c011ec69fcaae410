// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/check/field_values.h"
#include "core/text/json_text.h"
#include "core/text/python.h"
#include "core/units/format.h"

/// Rules of pydantic 1, which uses Python's own conversions (pydantic/v1/validators.py): int() truncates
/// fractions, numbers are accepted as texts, everything that dict() accepts is an object, and an enum member
/// is looked up by its value, never parsed from a text.
namespace zp::config_check {

using namespace python;

namespace {

using Fault = std::optional<FieldFault>;

Fault fault(std::string_view code, std::string requirement, std::string sentence) {
  return FieldFault{std::string(code), std::move(requirement), std::move(sentence), {}};
}

Fault range_fault_v1(const SchemaKey& key, double value) {
  if (key.minimum && !(value >= *key.minimum))
    return fault("out_of_range", "must be " + format_number(*key.minimum) + " or more",
                 "ensure this value is greater than or equal to " + format_number(*key.minimum));
  if (key.maximum && !(value <= *key.maximum))
    return fault("out_of_range", "must be " + format_number(*key.maximum) + " or less",
                 "ensure this value is less than or equal to " + format_number(*key.maximum));
  return std::nullopt;
}

Fault bool_fault_v1(const SchemaKey&, const TextNode& value) {
  if (lax_bool(value)) return std::nullopt;
  return fault("not_boolean", "must be true or false", "value could not be parsed to a boolean");
}

/// Returns the result of int(); for a text only if it is a whole number without a decimal point.
std::optional<double> int_of(const TextNode& value) {
  if (value.is_real())
    return std::isfinite(value.number) ? std::optional(std::trunc(value.number)) : std::nullopt;
  if (value.is_string() && value.text.find('.') != std::string::npos) return std::nullopt;
  return lax_int(value);
}

Fault enum_fault_v1(const SchemaKey& key, const TextNode& value) {
  std::string listed;
  for (const std::string& allowed : key.allowed) {
    const std::optional<std::string> word = string_in(allowed);
    const auto number = python_number(value);
    if (word ? value.is_string() && value.text == *word : number && number_in(allowed) == number->value())
      return std::nullopt;
    listed += (listed.empty() ? "" : ", ") + word.value_or(allowed);
  }
  return fault("not_allowed", "must be one of " + listed,
               "value is not a valid enumeration member; permitted: " + listed);
}

Fault int_fault_of(const SchemaKey& key, const TextNode& value) {
  if (!key.allowed.empty()) return enum_fault_v1(key, value);
  if (const auto number = int_of(value)) return range_fault_v1(key, *number);
  return fault("not_integer", "must be a whole number", "value is not a valid integer");
}

Fault float_fault_v1(const SchemaKey& key, const TextNode& value) {
  if (const auto number = lax_float(value)) return range_fault_v1(key, *number);
  return fault("not_number", "must be a number", "value is not a valid float");
}

Fault string_fault_v1(const SchemaKey&, const TextNode& value) {
  if (value.is_string() || python_number(value)) return std::nullopt;
  return fault("not_text", "must be a text in double quotes", "str type expected");
}

Fault path_fault_v1(const SchemaKey&, const TextNode& value) {
  if (value.is_string()) return std::nullopt;
  return fault("not_text", "must be a path in double quotes", "value is not a valid path");
}

Fault list_fault_v1(const SchemaKey&, const TextNode& value) {
  if (value.is_array()) return std::nullopt;
  return fault("not_list", "must be a list", "value is not a valid list");
}

Fault object_fault_v1(const SchemaKey&, const TextNode& value) {
  if (as_dict(value)) return std::nullopt;
  return fault("not_object", "must be an object", "value is not a valid dict");
}

struct TypeRuleV1 {
  std::string_view type;
  Fault (*check)(const SchemaKey&, const TextNode&);
};
constexpr std::array<TypeRuleV1, 9> type_rules_v1 = {{{"bool", bool_fault_v1},
                                                      {"int", int_fault_of},
                                                      {"float", float_fault_v1},
                                                      {"string", string_fault_v1},
                                                      {"path-string", path_fault_v1},
                                                      {"enum", enum_fault_v1},
                                                      {"list", list_fault_v1},
                                                      {"object", object_fault_v1},
                                                      {"object[string, Any]", object_fault_v1}}};

/// Returns one pair that dict() accepts from a list: two items, or a text of two characters; nullopt
/// otherwise.
std::optional<TextNode> pair_in(const TextNode& item) {
  TextNode pair;
  if (item.is_array() && item.children.size() == 2 && item.children.front().is_string()) {
    pair = item.children.back();
    pair.key = item.children.front().text;
    pair.key_span = item.children.front().span;
    return pair;
  }
  if (!item.is_string() || item.text.size() != 2) return std::nullopt;
  pair.kind = NodeKind::string;
  pair.key = item.text.substr(0, 1);
  pair.text = item.text.substr(1);
  pair.key_span = pair.span = item.span;
  return pair;
}

}  // namespace

std::optional<TextNode> as_dict(const TextNode& value) {
  if (value.is_object()) return value;
  const bool is_sequence = value.is_array() || (value.is_string() && value.text.empty());
  if (!is_sequence) return std::nullopt;
  TextNode made;
  made.kind = NodeKind::object;
  made.key = value.key;
  made.key_span = value.key_span;
  made.span = value.span;
  for (const TextNode& item : value.children) {
    std::optional<TextNode> pair = pair_in(item);
    if (!pair) return std::nullopt;
    made.children.push_back(std::move(*pair));
  }
  return made;
}

std::vector<FieldFault> field_faults_v1(const SchemaKey& key, const TextNode& value, bool is_section) {
  std::string_view type = key.type;
  constexpr std::string_view nullable = " | null";
  const bool may_be_null = type.ends_with(nullable);
  if (may_be_null) type.remove_suffix(nullable.size());
  if (value.is_null()) {
    if (may_be_null) return {};
    return {{"null_value", "must have a value", "none is not an allowed value", {}}};
  }
  if (is_section) type = "object";
  for (const TypeRuleV1& rule : type_rules_v1)
    if (rule.type == type)
      if (Fault found = rule.check(key, value)) return {std::move(*found)};
  return {};
}

}  // namespace zp::config_check
