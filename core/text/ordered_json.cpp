// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/ordered_json.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace zp::text_io {

const Json* member(const Json* object, std::string_view key) {
  if (object == nullptr || !object->is_object()) return nullptr;
  for (const auto& [name, value] : object->get_ref<const Json::object_t&>())
    if (name == key) return &value;
  return nullptr;
}

const Json* value_at_path(const Json& root, std::string_view path) {
  const Json* value = &root;
  while (value != nullptr && !path.empty()) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    value = member(value, path.substr(0, dot));
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return value;
}

void set_at_path(Json& root, std::string_view path, Json value) {
  const std::size_t dot = path.find('.');
  Json& next = root[std::string(path.substr(0, dot))];
  if (dot == std::string_view::npos) {
    next = std::move(value);
    return;
  }
  if (!next.is_object()) next = Json::object();
  set_at_path(next, path.substr(dot + 1), std::move(value));
}

void erase_at_path(Json& root, std::string_view path) {
  const std::size_t dot = path.find('.');
  const auto next = root.find(std::string(path.substr(0, dot)));
  if (next == root.end()) return;
  if (dot != std::string_view::npos) {
    if (!next->is_object()) return;
    erase_at_path(*next, path.substr(dot + 1));
    if (!next->empty()) return;
  }
  root.erase(next);
}

Json number(double value) {
  constexpr double exact = 0x1p53;
  if (value == std::floor(value) && std::abs(value) <= exact) return static_cast<std::int64_t>(value);
  return value;
}

Json json_of(const TextNode& node) {
  switch (node.kind) {
    case NodeKind::null:
      return nullptr;
    case NodeKind::boolean:
      return node.boolean;
    case NodeKind::integer:
      return node.huge ? Json(node.number) : Json(node.integer);
    case NodeKind::real:
      return node.number;
    case NodeKind::string:
      return node.text;
    case NodeKind::array: {
      Json list = Json::array();
      for (const TextNode& child : node.children)
        list.push_back(json_of(child));
      return list;
    }
    case NodeKind::object:
      break;
  }
  Json object = Json::object();
  Json::object_t::Container& members =
      object.get_ref<Json::object_t&>();  // direct access, because the library's own look-up is linear
  std::unordered_map<std::string_view, std::size_t> places;
  for (const TextNode& child : node.children) {
    const auto [place, is_new] = places.emplace(child.key, members.size());
    if (is_new)
      members.emplace_back(child.key, json_of(child));
    else
      members[place->second].second = json_of(child);
  }
  return object;
}

std::string one_line(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string text_of(const Json& object) { return object.empty() ? std::string() : one_line(object); }

Json object_of(std::string_view text) {
  Json object = text.empty() ? Json::object() : parse_json(text);
  return object.is_object() ? object : Json::object();
}

}  // namespace zp::text_io
