// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/plan_schema.h"

#include <cmath>
#include <limits>

#include "core/plan_file/plan_keys.h"
#include "core/text/ordered_json.h"

namespace zp {
namespace {

using text_io::Json;

/// Adds a limit, as an integer if possible; nothing if the limit is not finite, or is the largest number.
void add_limit(Json& schema, const char* name, double limit) {
  if (std::isfinite(limit) && std::abs(limit) < std::numeric_limits<double>::max())
    schema[name] = text_io::number(limit);
}

Json schema_of(const PlanKey& key) {
  Json schema = Json::object();
  switch (key.kind) {
    case KeyKind::count:
      schema["type"] = "integer";
      break;
    case KeyKind::real:
      schema["type"] = "number";
      break;
    case KeyKind::flag:
      schema["type"] = "boolean";
      break;
    case KeyKind::word:
      for (const std::string_view word : key.words)
        schema["enum"].push_back(std::string(word));
      break;
    case KeyKind::other:
      break;  // a text, a list or an object with its own rules
  }
  if (key.is_number() && key.range.high > key.range.low) {
    add_limit(schema, "minimum", key.range.low);
    add_limit(schema, "maximum", key.range.high);
  }
  std::string description(key.meaning);
  if (!key.type.empty()) description += " Type: " + key.type + ".";
  if (!key.default_value.empty()) description += " Default: " + key.default_value + ".";
  if (!key.deepspeed_key.empty()) description += " In a ds_config: " + key.deepspeed_key + ".";
  schema["description"] = description;
  return schema;
}

/// Puts a schema at a dotted path and makes its parents objects. A key that is a word or an object with keys
/// (an offload) may be either.
void put(Json& root, const std::string& path, Json schema) {
  Json* section = &root;
  for (std::size_t begin = 0;;) {
    const std::size_t dot = path.find('.', begin);
    const std::string name = path.substr(begin, dot - begin);
    if (section->contains("type") && (*section)["type"] != "object") section->erase("type");
    if (!section->contains("type") && !section->contains("enum") && !section->contains("description"))
      (*section)["type"] = "object";
    Json& next = (*section)["properties"][name];
    if (dot == std::string::npos) {
      for (const auto& [key, value] : schema.items())
        next[key] = value;
      return;
    }
    if (next.is_null()) next = Json::object();
    if (next.contains("enum")) next.erase("enum");
    section = &next;
    begin = dot + 1;
  }
}

}  // namespace

std::string plan_schema_json() {
  Json root = {{"$schema", "http://json-schema.org/draft-07/schema#"},
               {"title", "Plan of ZeRO Planner (*.zplan.json)"},
               {"type", "object"},
               {"properties", Json::object()}};
  root["properties"]["$schema"] = {{"type", "string"}};
  for (const PlanKey& key : plan_keys())
    put(root, key.path, schema_of(key));
  return root.dump(2) + "\n";
}

}  // namespace zp
