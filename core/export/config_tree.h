// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A ds_config as a tree that keeps the order of its keys and the plan key behind each value.
namespace zp {

struct ConfigNode {
  std::string key;
  std::string value;      ///< JSON text of a number, string, boolean, null or array; "" for an object
  std::string plan_path;  ///< "" if no plan key sets it
  std::vector<ConfigNode> children;

  [[nodiscard]] bool is_object() const { return value.empty(); }
  [[nodiscard]] const ConfigNode* child(std::string_view name) const;
};

/// Returns the node at a dotted path below `root`, or nullptr.
ConfigNode* find_node(ConfigNode& root, std::string_view path);
const ConfigNode* find_node(const ConfigNode& root, std::string_view path);
/// Sets the leaf at a dotted path and creates missing objects; new keys are appended to their object.
void set_node(ConfigNode& root, std::string_view path, std::string json_text, std::string plan_path);
/// Returns the object at a dotted path, creating it if necessary.
ConfigNode& object_node(ConfigNode& root, std::string_view path);
void erase_node(ConfigNode& root, std::string_view path);

/// Returns the object in a JSON text; nullopt if the text is not exactly one JSON object.
std::optional<ConfigNode> parse_config(std::string_view json_text);

}  // namespace zp
