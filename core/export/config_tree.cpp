// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/config_tree.h"

#include <algorithm>

#include "core/text/letters.h"
#include "core/text/ordered_json.h"

namespace zp {

using text_io::Json;
using text_io::one_line;

namespace {

/// Returns an array on one line with a space after each comma: "betas": [0.9, 0.999].
std::string array_text(const Json& array) {
  std::string text = "[";
  for (const Json& item : array) {
    if (text.size() > 1) text += ", ";
    text += item.is_array() ? array_text(item) : one_line(item);
  }
  return text + ']';
}

ConfigNode node_of(std::string key, const Json& value) {
  ConfigNode node;
  node.key = std::move(key);
  if (value.is_object())
    for (const auto& [name, item] : value.items())
      node.children.push_back(node_of(name, item));
  else
    node.value = value.is_array() ? array_text(value) : one_line(value);
  return node;
}

std::string_view take_first(std::string_view& path) {
  const auto dot = path.find('.');
  const std::string_view first = path.substr(0, dot);
  path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
  return first;
}

ConfigNode* child_of(ConfigNode& node, std::string_view name) {
  const auto found = std::ranges::find(node.children, name, &ConfigNode::key);
  return found == node.children.end() ? nullptr : &*found;
}

ConfigNode& make_child(ConfigNode& node, std::string_view name) {
  if (ConfigNode* child = child_of(node, name)) return *child;
  node.children.push_back({std::string(name), {}, {}, {}});
  return node.children.back();
}

}  // namespace

const ConfigNode* ConfigNode::child(std::string_view name) const {
  const auto found = std::ranges::find(children, name, &ConfigNode::key);
  return found == children.end() ? nullptr : &*found;
}

const ConfigNode* find_node(const ConfigNode& root, std::string_view path) {
  const ConfigNode* node = &root;
  while (node && !path.empty())
    node = node->child(take_first(path));
  return node;
}

ConfigNode* find_node(ConfigNode& root, std::string_view path) {
  ConfigNode* node = &root;
  while (node && !path.empty())
    node = child_of(*node, take_first(path));
  return node;
}

ConfigNode& object_node(ConfigNode& root, std::string_view path) {
  ConfigNode* node = &root;
  while (!path.empty()) {
    node = &make_child(*node, take_first(path));
    node->value.clear();
  }
  return *node;
}

void set_node(ConfigNode& root, std::string_view path, std::string json_text, std::string plan_path) {
  ConfigNode& node = make_child(object_node(root, section_part(path)), key_part(path));
  node.value = std::move(json_text);
  node.plan_path = std::move(plan_path);
  node.children.clear();
}

void erase_node(ConfigNode& root, std::string_view path) {
  if (ConfigNode* parent = find_node(root, section_part(path)))
    std::erase_if(parent->children,
                  [name = key_part(path)](const ConfigNode& node) { return node.key == name; });
}

std::optional<ConfigNode> parse_config(std::string_view json_text) {
  const Json value = Json::parse(json_text, nullptr, false);
  if (!value.is_object()) return std::nullopt;
  return node_of({}, value);
}

}  // namespace zp
