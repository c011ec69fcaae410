// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/text_place.h"

/// A ds_config file as a tree with the position of every key and value.
namespace zp {

enum class NodeKind : std::uint8_t { null, boolean, integer, real, string, array, object };

/// One value of the file, with its key. Children preserve the order of the file and repeated keys.
struct TextNode {
  NodeKind kind = NodeKind::null;
  bool boolean = false;
  bool huge = false;         ///< an integer beyond 64 bits; `number` is the nearest double
  std::int64_t integer = 0;  ///< value of kind integer, unless `huge`
  double number = 0;         ///< value of kinds integer and real
  std::string text;          ///< value of kind string, decoded
  std::string key;           ///< the key, decoded; "" for an array's items and the root
  TextSpan key_span;         ///< the key with its quotes; empty if there is no key
  TextSpan span;             ///< the value, with its quotes, braces or brackets
  std::vector<TextNode> children;

  [[nodiscard]] bool is_null() const { return kind == NodeKind::null; }
  [[nodiscard]] bool is_boolean() const { return kind == NodeKind::boolean; }
  [[nodiscard]] bool is_integer() const { return kind == NodeKind::integer; }
  [[nodiscard]] bool is_real() const { return kind == NodeKind::real; }
  [[nodiscard]] bool is_number() const { return is_integer() || is_real(); }
  [[nodiscard]] bool is_string() const { return kind == NodeKind::string; }
  [[nodiscard]] bool is_array() const { return kind == NodeKind::array; }
  [[nodiscard]] bool is_object() const { return kind == NodeKind::object; }
  [[nodiscard]] bool is_auto() const { return is_string() && text == "auto"; }
  /// Returns the value of a key, or nullptr; of a repeated key, the last value (as in a Python dict).
  [[nodiscard]] const TextNode* child(std::string_view name) const;
  /// Follows child() along a dotted path; returns nullptr if a part is missing or is not an object.
  [[nodiscard]] const TextNode* find(std::string_view path) const;
};

}  // namespace zp
