// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/config_tree.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

/// A text that is not UTF-8 becomes one that is, rather than an exception.
std::string dump(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// An array on one line with a space behind each comma, as people write "betas": [0.9, 0.999].
std::string array_text(const Json& array) {
  std::string text = "[";
  for (const Json& item : array) {
    if (text.size() > 1) text += ", ";
    text += item.is_array() ? array_text(item) : dump(item);
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
    node.value = value.is_array() ? array_text(value) : dump(value);
  return node;
}

Json parsed(std::string_view text) { return Json::parse(text, nullptr, false); }

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
  const auto dot = path.rfind('.');
  const bool top = dot == std::string_view::npos;
  ConfigNode& parent = object_node(root, top ? std::string_view() : path.substr(0, dot));
  ConfigNode& node = make_child(parent, top ? path : path.substr(dot + 1));
  node.value = std::move(json_text);
  node.plan_path = std::move(plan_path);
  node.children.clear();
}

void erase_node(ConfigNode& root, std::string_view path) {
  const auto dot = path.rfind('.');
  const bool top = dot == std::string_view::npos;
  if (ConfigNode* parent = find_node(root, top ? std::string_view() : path.substr(0, dot)))
    std::erase_if(parent->children, [name = top ? path : path.substr(dot + 1)](const ConfigNode& node) {
      return node.key == name;
    });
}

std::optional<ConfigNode> parse_config(std::string_view json_text) {
  const Json value = parsed(json_text);
  if (!value.is_object()) return std::nullopt;
  return node_of({}, value);
}

std::string json_string(std::string_view text) { return dump(Json(text)); }
std::string json_number(double number) { return dump(Json(number)); }
std::string json_number(std::int64_t number) { return std::to_string(number); }
std::string json_bool(bool value) { return value ? "true" : "false"; }

bool same_value(std::string_view a, std::string_view b) { return a == b || parsed(a) == parsed(b); }

std::optional<double> number_in(std::string_view json_text) {
  const Json value = parsed(json_text);
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

std::optional<std::string> string_in(std::string_view json_text) {
  const Json value = parsed(json_text);
  return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
}

std::string as_integer(const std::string& json_text) {
  const Json value = parsed(json_text);
  if (!value.is_number_float()) return json_text;
  const double number = value.get<double>();
  constexpr double largest = 9007199254740992.0;  // 2^53: every whole double up to here is exact
  if (std::trunc(number) != number || std::abs(number) > largest) return json_text;
  return std::to_string(static_cast<std::int64_t>(number));
}

}  // namespace zp
