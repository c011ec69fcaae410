// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/field_values.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "core/text/json_text.h"
#include "core/text/python.h"
#include "core/units/format.h"

namespace zp::config_check {

using namespace python;

namespace {

using Fault = std::optional<FieldFault>;
using Faults = std::vector<FieldFault>;

std::string without_quotes(const std::string& json_text) { return string_in(json_text).value_or(json_text); }

/// Returns the allowed values as a list in words: "'none', 'cpu' or 'nvme'".
std::string choices(const SchemaKey& key, std::string_view quote) {
  std::string text;
  for (std::size_t i = 0; i < key.allowed.size(); ++i) {
    if (i > 0) text += i + 1 == key.allowed.size() ? " or " : ", ";
    text += std::string(quote) + without_quotes(key.allowed[i]) + std::string(quote);
  }
  return text;
}

Fault range_fault(const SchemaKey& key, double value) {
  // Written so that NaN fails.
  if (key.minimum && !(value >= *key.minimum))
    return FieldFault{"out_of_range",
                      "must be " + format_number(*key.minimum) + " or more",
                      "Input should be greater than or equal to " + format_number(*key.minimum),
                      {}};
  if (key.maximum && !(value <= *key.maximum))
    return FieldFault{"out_of_range",
                      "must be " + format_number(*key.maximum) + " or less",
                      "Input should be less than or equal to " + format_number(*key.maximum),
                      {}};
  return std::nullopt;
}

Fault bool_fault(const SchemaKey&, const TextNode& value) {
  if (lax_bool(value)) return std::nullopt;
  const bool parsing = value.is_string() || value.is_number();
  return FieldFault{"not_boolean",
                    "must be true or false",
                    parsing ? "Input should be a valid boolean, unable to interpret input"
                            : "Input should be a valid boolean",
                    {}};
}

Fault int_type_fault(const TextNode& value) {
  constexpr std::string_view requirement = "must be a whole number";
  constexpr std::string_view sentence = "Input should be a valid integer";
  switch (int_fault(value)) {
    case IntFault::none:
      return std::nullopt;
    case IntFault::fraction:
      return FieldFault{"not_integer",
                        std::string(requirement),
                        std::string(sentence) + ", got a number with a fractional part",
                        {}};
    case IntFault::parsing:
      return FieldFault{"not_integer",
                        std::string(requirement),
                        std::string(sentence) + ", unable to parse string as an integer",
                        {}};
    case IntFault::size:
      return FieldFault{"not_integer",
                        "must be a whole number below 2^63",
                        "Unable to parse input string as an integer, exceeded maximum size",
                        {}};
    case IntFault::type:
      return FieldFault{"not_integer", std::string(requirement), std::string(sentence), {}};
  }
  return std::nullopt;
}

Fault enum_int_fault(const SchemaKey& key, const TextNode& value) {
  const std::optional<double> number = lax_int(value);
  const bool known = number && std::ranges::any_of(key.allowed, [&](const std::string& allowed) {
                       return number_in(allowed) == number;
                     });
  if (known) return std::nullopt;
  return FieldFault{"not_allowed", "must be " + choices(key, ""), "Input should be " + choices(key, ""), {}};
}

Fault int_value_fault(const SchemaKey& key, const TextNode& value) {
  if (!key.allowed.empty()) return enum_int_fault(key, value);
  if (Fault fault = int_type_fault(value)) return fault;
  return range_fault(key, *lax_int(value));
}

Fault float_fault(const SchemaKey& key, const TextNode& value) {
  if (const auto number = lax_float(value)) return range_fault(key, *number);
  return FieldFault{"not_number",
                    "must be a number",
                    value.is_string() ? "Input should be a valid number, unable to parse string as a number"
                                      : "Input should be a valid number",
                    {}};
}

Fault string_fault(const SchemaKey&, const TextNode& value) {
  if (value.is_string()) return std::nullopt;
  return FieldFault{"not_text", "must be a text in double quotes", "Input should be a valid string", {}};
}

Fault path_fault(const SchemaKey&, const TextNode& value) {
  if (value.is_string()) return std::nullopt;
  return FieldFault{"not_text", "must be a path in double quotes", "Input is not a valid path", {}};
}

Fault enum_fault(const SchemaKey& key, const TextNode& value) {
  const bool known = value.is_string() && std::ranges::any_of(key.allowed, [&](const std::string& allowed) {
                       return string_in(allowed) == value.text;
                     });
  if (known) return std::nullopt;
  return FieldFault{"not_allowed", "must be " + choices(key, ""), "Input should be " + choices(key, "'"), {}};
}

Fault list_fault(const SchemaKey&, const TextNode& value) {
  if (value.is_array()) return std::nullopt;
  return FieldFault{"not_list", "must be a list", "Input should be a valid list", {}};
}

Faults faults_of_items(const SchemaKey& key, const TextNode& list,
                       Fault (*check)(const SchemaKey&, const TextNode&)) {
  Faults faults;
  for (std::size_t i = 0; i < list.children.size(); ++i)
    if (Fault fault = check(key, list.children[i])) {
      fault->below = std::to_string(i);
      faults.push_back(std::move(*fault));
    }
  return faults;
}

Fault object_fault(const SchemaKey&, const TextNode& value) {
  if (value.is_object()) return std::nullopt;
  return FieldFault{"not_object", "must be an object", "Input should be a valid dictionary", {}};
}

/// Returns the fault of a Union[str, int] field, which accepts whole floats and booleans as int.
Fault string_or_int_fault(const SchemaKey&, const TextNode& value) {
  if (value.is_string() || !int_type_fault(value)) return std::nullopt;
  return FieldFault{
      "not_integer", "must be a whole number or \"auto\"", "Input should be a valid integer", {}};
}

/// Returns a fault for every value of tensor_parallel.dtype, which requires a torch.dtype, so no file can
/// state it (runtime/tensor_parallel/config.py).
Fault dtype_fault(const SchemaKey&, const TextNode&) {
  return FieldFault{
      "not_possible_in_file", "can only be set in the program", "Input should be an instance of dtype", {}};
}

struct TypeRule {
  std::string_view type;
  Fault (*check)(const SchemaKey&, const TextNode&);
};
constexpr std::array<TypeRule, 11> type_rules = {{{"bool", bool_fault},
                                                  {"int", int_value_fault},
                                                  {"float", float_fault},
                                                  {"string", string_fault},
                                                  {"path-string", path_fault},
                                                  {"enum", enum_fault},
                                                  {"list", list_fault},
                                                  {"object", object_fault},
                                                  {"object[string, Any]", object_fault},
                                                  {"string | int", string_or_int_fault},
                                                  {"torch.dtype", dtype_fault}}};

/// Returns true for Python objects that only the program can set; DeepSpeed accepts any value in the file
/// (runtime/tensor_parallel/config.py).
bool takes_anything(const SchemaKey& key) {
  return key.path == "tensor_parallel.tp.mpu" || key.path == "tensor_parallel.tp.tp_group";
}

Faults as_list(Fault fault) {
  Faults faults;
  if (fault) faults.push_back(std::move(*fault));
  return faults;
}

}  // namespace

std::vector<FieldFault> field_faults(const SchemaKey& key, const TextNode& value, bool is_section,
                                     DeepSpeedVersion version) {
  if (version < schema().pydantic_2) return field_faults_v1(key, value, is_section);
  if (takes_anything(key)) return {};
  std::string_view type = key.type;
  constexpr std::string_view nullable = " | null";
  if (type.ends_with(nullable)) {
    if (value.is_null()) return {};
    type.remove_suffix(nullable.size());
  }
  if (is_section) type = "object";
  // A single text is accepted as a list of one (zero/leaf_module_config.py, _coerce_container_types).
  const bool texts = type == "list[string]";
  if (texts && value.is_string()) return {};
  if (texts || type == "list[enum]") {
    if (const Fault fault = list_fault(key, value)) return as_list(fault);
    return faults_of_items(key, value, texts ? string_fault : enum_fault);
  }
  for (const TypeRule& rule : type_rules)
    if (rule.type == type) return as_list(rule.check(key, value));
  return {};
}

}  // namespace zp::config_check
