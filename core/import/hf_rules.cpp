// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>
#include <string>

#include "core/import/hf_rules_json.h"
#include "core/text/file_error.h"

namespace zp::import_io {
namespace {

/// A function of two numbers; with more operands it is applied from left to right.
struct Operation {
  const char* name;
  double (*of)(double, double);
};
constexpr std::array operations = {
    Operation{"product", [](double a, double b) { return a * b; }},
    Operation{"sum", [](double a, double b) { return a + b; }},
    Operation{"difference", [](double a, double b) { return a - b; }},
    Operation{"quotient",
              [](double a, double b) {
                return b == 0 ? 0 : static_cast<double>(static_cast<std::int64_t>(a / b));
              }},
};

Json otherwise(const Json& rule, const RuleInput& input) {
  return rule.contains("otherwise") ? evaluate(rule["otherwise"], input) : Json();
}

Json field_of(const std::string& name, const RuleInput& input) {
  for (const Json* known : {&input.quantities, &input.shape})
    if (const Json* value = text_io::member(known, name)) return *value;
  return {};
}

/// Counts `wanted` among the members of a list or the letters of a text; null if `among` is neither.
Json count_of(const Json* among, const Json& wanted) {
  if (among == nullptr) return {};
  if (among->is_array()) return static_cast<std::int64_t>(std::ranges::count(*among, wanted));
  if (!among->is_string() || !wanted.is_string() || wanted.get_ref<const std::string&>().size() != 1)
    return {};
  return static_cast<std::int64_t>(
      std::ranges::count(among->get_ref<const std::string&>(), wanted.get_ref<const std::string&>().front()));
}

/// Returns the name of an operand, for the message when its value is not a number.
std::string name_of_operand(const Json& operand) {
  for (const char* kind : {"key", "field"})
    if (const Json* name = text_io::member(&operand, kind)) return name->get<std::string>();
  return "a size";
}

Json combined(const Operation& operation, const Json& operands, const RuleInput& input) {
  double result = 0;
  bool is_first = true;
  for (const Json& operand : operands) {
    const Json value = evaluate(operand, input);
    if (value.is_null()) return {};
    const double number = number_of(value, name_of_operand(operand));
    result = is_first ? number : operation.of(result, number);
    is_first = false;
  }
  return static_cast<std::int64_t>(std::clamp(result, -0x1p53, 0x1p53));
}

}  // namespace

const Json* value_in(const Json& config, std::string_view path) {
  const Json* value = text_io::value_at_path(config, path);
  if (value == nullptr || value->is_null()) return nullptr;
  const bool is_one_a_layer =
      value->is_array() && !value->empty() && value->front().is_number() &&
      std::ranges::all_of(*value, [&](const Json& one) { return one == value->front(); });
  return is_one_a_layer ? &value->front() : value;
}

bool holds(const Json* value) {
  if (value == nullptr) return false;
  return value->is_boolean() ? value->get<bool>() : value->is_number() && value->get<double>() > 0;
}

double number_of(const Json& value, std::string_view key) {
  if (value.is_number()) return value.get<double>();
  throw FileError(std::string(key), std::string(key) + " must be a number.");
}

Json evaluate(const Json& rule, const RuleInput& input) {
  if (!rule.is_object()) return rule;
  if (const auto key = rule.find("key"); key != rule.end()) {
    const Json* value = value_in(input.config, key->get<std::string>());
    return value != nullptr ? *value : otherwise(rule, input);
  }
  if (const auto field = rule.find("field"); field != rule.end()) {
    Json value = field_of(field->get<std::string>(), input);
    return value.is_null() ? otherwise(rule, input) : value;
  }
  if (const auto among = rule.find("count"); among != rule.end()) {
    Json count = count_of(text_io::value_at_path(input.config, among->get<std::string>()), rule["of"]);
    return count.is_null() ? otherwise(rule, input) : count;
  }
  if (const auto list = rule.find("length"); list != rule.end()) {
    const Json* members = text_io::value_at_path(input.config, list->get<std::string>());
    if (members == nullptr || !members->is_array()) return otherwise(rule, input);
    return static_cast<std::int64_t>(members->size());
  }
  if (const auto condition = rule.find("if"); condition != rule.end()) {
    const Json found = condition->is_object() ? evaluate(*condition, input) : Json();
    const bool is_so =
        condition->is_object() ? holds(&found) : holds(value_in(input.config, condition->get<std::string>()));
    return evaluate(rule[is_so ? "then" : "else"], input);
  }
  for (const Operation& operation : operations)
    if (const auto operands = rule.find(operation.name); operands != rule.end())
      return combined(operation, *operands, input);
  return {};
}

}  // namespace zp::import_io
