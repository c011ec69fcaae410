// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/packed_json.h"

#include <algorithm>
#include <stdexcept>

#include "core/text/json_text.h"

namespace zp::text_io {

void PackedValue::fail(std::string_view wanted) const {
  throw std::domain_error(std::string(key()) + " must be " + std::string(wanted) + ", found " + dump());
}

std::string_view PackedValue::text() const {
  if (!is_text()) fail("a text");
  return part(node().text, node().text_size);
}

double PackedValue::number() const {
  if (!is_number()) fail("a number");
  return node().number;
}

bool PackedValue::flag() const {
  if (!is_boolean()) fail("true or false");
  return node().number != 0;
}

std::string PackedValue::dump() const {
  if (is_text()) return json_string(text());
  if (!is_list() && !is_object()) return std::string(part(node().text, node().text_size));
  std::string inside;
  for (const PackedValue value : *this) {
    if (!inside.empty()) inside += ',';
    if (is_object()) inside += json_string(value.key()) + ":";
    inside += value.dump();
  }
  return is_list() ? "[" + inside + "]" : "{" + inside + "}";
}

std::optional<PackedValue> PackedValue::member(std::string_view key) const {
  if (!is_object()) return std::nullopt;
  const auto inside = document_.nodes.subspan(node().first, node().count);
  const auto found = std::ranges::find_if(inside, [&](const PackedNode& each) {
    return each.key_size == key.size() && part(each.key, each.key_size) == key;
  });
  if (found == inside.end()) return std::nullopt;
  return PackedValue(document_, node().first + static_cast<std::uint32_t>(found - inside.begin()));
}

PackedValue PackedValue::at(std::string_view key) const {
  if (const std::optional<PackedValue> found = member(key)) return *found;
  throw std::out_of_range(std::string(key) + " is missing");
}

}  // namespace zp::text_io
