// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A ds_config as a tree that keeps the order of its keys and remembers which plan key set each value.
namespace zp {

struct ConfigNode {
  std::string key;
  std::string value;      ///< JSON text of a number, string, boolean, null or array; "" for an object
  std::string plan_path;  ///< "" where no plan key sets it
  std::vector<ConfigNode> children;

  [[nodiscard]] bool is_object() const { return value.empty(); }
  [[nodiscard]] const ConfigNode* child(std::string_view name) const;
};

/// The node at a dotted path below `root`, or nullptr.
ConfigNode* find_node(ConfigNode& root, std::string_view path);
const ConfigNode* find_node(const ConfigNode& root, std::string_view path);
/// Sets the leaf at a dotted path, making the objects on the way; a new key goes to the end of its object.
void set_node(ConfigNode& root, std::string_view path, std::string json_text, std::string plan_path);
/// The object at a dotted path, made where it is missing.
ConfigNode& object_node(ConfigNode& root, std::string_view path);
void erase_node(ConfigNode& root, std::string_view path);

/// The object of a JSON text; nothing when the text is not one JSON object.
std::optional<ConfigNode> parse_config(std::string_view json_text);

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
