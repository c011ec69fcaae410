// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/export/editor_schema.h"

#include <nlohmann/json.hpp>
#include <sstream>

#include "core/deepspeed/schema.h"
#include "core/plan_file/trainer_keys.h"
#include "core/text/letters.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the JSON type of one alternative of SchemaKey::type: "list[string]" is an array.
Json schema_of_type(const std::string& type) {
  if (type == "int") return {{"type", "integer"}};
  if (type == "float") return {{"type", "number"}};
  if (type == "bool") return {{"type", "boolean"}};
  if (type == "null") return {{"type", "null"}};
  if (type == "false") return {{"const", false}};
  if (type.starts_with("object")) return {{"type", "object"}};
  if (type == "list[string]") return {{"type", "array"}, {"items", {{"type", "string"}}}};
  if (type == "list[int]") return {{"type", "array"}, {"items", {{"type", "integer"}}}};
  if (type.starts_with("list")) return {{"type", "array"}};
  return {{"type", "string"}};
}

std::vector<std::string> alternatives(const std::string& type) {
  std::vector<std::string> result;
  std::istringstream words(type);
  for (std::string word; words >> word;)
    if (word != "|") {
      if (!result.empty() && result.back().find('[') != std::string::npos && result.back().back() != ']')
        result.back() += word;  // "object[string, Any]"
      else
        result.push_back(word);
    }
  return result;
}

/// Returns the values that the schema lists; none if its list is incomplete.
Json listed_values(const SchemaKey& key) {
  Json values = Json::array();
  for (const std::string& text : key.allowed) {
    Json value = Json::parse(text, nullptr, false);
    if (value.is_discarded()) value = text;
    if (value.is_string() && value.get<std::string>().starts_with("<")) return Json::array();
    values.push_back(std::move(value));
  }
  return values;
}

std::string sentence(const std::string& text) {
  return text.empty() || text.back() == '.' ? text : text + ".";
}

std::string description_of(const SchemaKey& key) {
  std::string text;
  const auto add = [&](const std::string& more) {
    if (!more.empty()) text += (text.empty() ? "" : " ") + sentence(more);
  };
  add(key.effect);
  add(key.note);
  if (!key.unit.empty()) add("Unit: " + key.unit);
  add(key.constraints);
  if (!key.renamed_to.empty()) add("Now " + key.renamed_to);
  if (key.since > DeepSpeedVersion{0, 0, 0}) add("Since DeepSpeed " + name_of(key.since));
  if (key.removed) add("Not read since DeepSpeed " + name_of(*key.removed));
  add("Source: " + key.source);
  return text;
}

Json limits_and_type(const SchemaKey& key) {
  if (Json values = listed_values(key); !values.empty()) {
    if (!key.type.starts_with("list")) return {{"enum", std::move(values)}};
    return {{"type", {"array", "null"}}, {"items", {{"enum", std::move(values)}}}};
  }
  Json choices = Json::array();
  for (const std::string& type : alternatives(key.type)) {
    Json choice = schema_of_type(type);
    if (type == "int" || type == "float") {
      if (key.minimum) choice["minimum"] = *key.minimum;
      if (key.exclusive_minimum) choice["exclusiveMinimum"] = *key.exclusive_minimum;
      if (key.maximum) choice["maximum"] = *key.maximum;
    }
    choices.push_back(std::move(choice));
  }
  return choices.size() == 1 ? choices.front() : Json{{"anyOf", std::move(choices)}};
}

Json schema_of(const SchemaKey& key) {
  Json value = limits_and_type(key);
  if (find_trainer_key(key.path) != nullptr || key.takes_auto())
    value = {{"anyOf", {std::move(value), {{"const", "auto"}}}}};
  value["description"] = description_of(key);
  if (Json preset = Json::parse(key.default_value, nullptr, false); !preset.is_discarded())
    value["default"] = preset;
  if (key.deprecated || key.removed) value["deprecated"] = true;
  return value;
}

/// Returns the object of `section`, creating missing objects.
Json& section_at(Json& root, const std::string& section) {
  Json* here = &root;
  std::string path;
  std::istringstream parts(section);
  for (std::string part; std::getline(parts, part, '.');) {
    path += (path.empty() ? "" : ".") + part;
    Json& next = (*here)["properties"][part];
    if (next.is_null()) next = Json::object();
    if (!next.contains("properties")) {
      next["type"] = "object";
      next.erase("anyOf");
      next["properties"] = Json::object();
      if (schema().unknown_keys(path) == UnknownKeys::refused) next["additionalProperties"] = false;
    }
    here = &next;
  }
  return *here;
}

void describe_section(Json& section, const SchemaKey& key) {
  section["description"] = description_of(key);
  if (key.type.find("null") != std::string::npos) section["type"] = {"object", "null"};
}

}  // namespace

std::string editor_schema() {
  Json root = {{"$schema", "http://json-schema.org/draft-07/schema#"},
               {"title", "DeepSpeed ds_config.json"},
               {"description", "Made by ZeRO Planner from DeepSpeed " + name_of(schema().version) +
                                   ", commit " + schema().commit + "."},
               {"type", "object"},
               {"properties", Json::object()}};
  for (const SchemaKey& key : schema().keys) {
    const std::string name(key_part(key.path));
    Json& properties = section_at(root, std::string(section_part(key.path)))["properties"];
    Json value = schema_of(key);
    for (const std::string& alias : key.aliases) {
      properties[alias] = value;
      properties[alias]["description"] = "Older name of " + name + ". " + description_of(key);
    }
    if (properties.contains(name) && properties[name].contains("properties"))
      describe_section(properties[name], key);
    else
      properties[name] = std::move(value);
  }
  return root.dump(1) + "\n";
}

}  // namespace zp
