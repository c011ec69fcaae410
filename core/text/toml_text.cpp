// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>

#include "core/text/json_text.h"
#include "core/text/toml_text_json.h"

namespace zp::text_io {
namespace {

/// Returns a basic string of TOML, which equals a JSON string except for the character DEL.
std::string toml_string(std::string_view text) {
  constexpr char del = '\x7F';
  std::string out = json_string(text);
  for (std::size_t at = out.find(del); at != std::string::npos; at = out.find(del, at))
    out.replace(at, 1, "\\u007f");
  return out;
}

std::string toml_key(const std::string& key) {
  const bool is_bare = !key.empty() && std::ranges::all_of(key, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x80U && (std::isalnum(byte) != 0 || c == '_' || c == '-');
  });
  return is_bare ? key : toml_string(key);
}

std::string toml_value(const Json& value) {
  if (value.is_string()) return toml_string(value.get_ref<const std::string&>());
  if (!value.is_array()) return value.dump();
  std::string items;
  for (const Json& item : value)
    items += (items.empty() ? "" : ", ") + toml_value(item);
  return '[' + items + ']';
}

void write_section(const Json& section, const std::string& name, std::string& out) {
  std::string values;
  for (const auto& [key, value] : section.items())
    if (!value.is_object() && !value.is_null()) values += toml_key(key) + " = " + toml_value(value) + '\n';
  if (!values.empty()) {
    if (!out.empty()) out += '\n';
    if (!name.empty()) out += '[' + name + "]\n";
    out += values;
  }
  for (const auto& [key, value] : section.items())
    if (value.is_object()) write_section(value, (name.empty() ? "" : name + '.') + toml_key(key), out);
}

}  // namespace

std::string toml_text(const Json& object) {
  std::string out;
  write_section(object, "", out);
  return out;
}

}  // namespace zp::text_io
