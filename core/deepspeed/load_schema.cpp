// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/load_schema.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "embedded/schema.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

/// "0.19.3"; missing parts are 0.
DeepSpeedVersion version_of(std::string_view text) {
  std::array<int, 3> parts{};
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  for (int& part : parts) {
    const auto read = std::from_chars(at, end, part);
    at = read.ptr;
    if (at == end || *at != '.') break;
    ++at;
  }
  return {parts[0], parts[1], parts[2]};
}

std::string text_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() ? std::string() : found->get<std::string>();
}

std::optional<double> number_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) return std::nullopt;
  return found->get<double>();
}

std::array<bool, 4> stages_of(const Json& object) {
  const auto found = object.find("zero_stages");
  if (found == object.end()) return {true, true, true, true};
  std::array<bool, 4> stages{};
  for (const Json& stage : *found)
    stages.at(stage.get<std::size_t>()) = true;
  return stages;
}

std::vector<std::string> strings_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() ? std::vector<std::string>() : found->get<std::vector<std::string>>();
}

/// Each value as JSON text.
std::vector<std::string> texts_of(const Json& values) {
  std::vector<std::string> texts;
  for (const Json& value : values)
    texts.push_back(value.dump());
  return texts;
}

std::vector<std::pair<std::string, std::string>> params_of(const Json& object) {
  std::vector<std::pair<std::string, std::string>> params;
  for (const auto& [name, value] : object.at("params").items())
    params.emplace_back(name, value.dump());
  return params;
}

SchemaKey key_of(const Json& object) {
  SchemaKey key;
  key.path = object.at("path").get<std::string>();
  key.type = object.at("type").get<std::string>();
  key.default_value = object.at("default").dump();
  if (const auto found = object.find("default_before"); found != object.end())
    for (const Json& change : *found)
      key.default_before.emplace_back(version_of(change.at("version").get<std::string>()),
                                      change.at("value").dump());
  if (const auto found = object.find("allowed"); found != object.end()) key.allowed = texts_of(*found);
  if (const auto found = object.find("allowed_before"); found != object.end())
    for (const Json& change : *found)
      key.allowed_before.emplace_back(version_of(change.at("version").get<std::string>()),
                                      texts_of(change.at("value")));
  key.minimum = number_of(object, "minimum");
  key.exclusive_minimum = number_of(object, "exclusive_minimum");
  key.maximum = number_of(object, "maximum");
  key.minimum_since = version_of(text_of(object, "minimum_since"));
  key.constraints = text_of(object, "constraints");
  key.required = text_of(object, "required");
  key.unit = text_of(object, "unit");
  key.stages = stages_of(object);
  if (const auto found = object.find("zero_stages_before"); found != object.end())
    for (const Json& change : *found)
      key.stages_before.emplace_back(version_of(change.at("version").get<std::string>()), stages_of(change));
  key.offload = text_of(object, "offload");
  key.since = version_of(text_of(object, "since"));
  if (object.contains("removed")) key.removed = version_of(text_of(object, "removed"));
  key.deprecated = object.value("deprecated", false);
  key.refused = object.value("refused", false);
  key.write = object.value("write", true);
  key.renamed_to = text_of(object, "renamed_to");
  key.aliases = strings_of(object, "aliases");
  key.auto_rule = text_of(object, "auto");
  key.effect = text_of(object, "effect");
  key.note = text_of(object, "note");
  key.source = text_of(object, "source");
  return key;
}

UnknownKeys unknown_keys_of(const std::string& word) {
  if (word == "refused") return UnknownKeys::refused;
  return word == "forwarded" ? UnknownKeys::forwarded : UnknownKeys::ignored;
}

SchemaSection section_of(const Json& object) {
  SchemaSection section;
  section.path = object.at("path").get<std::string>();
  section.unknown = unknown_keys_of(object.at("unknown").get<std::string>());
  if (const auto found = object.find("unknown_before"); found != object.end())
    for (const Json& change : *found)
      section.unknown_before.emplace_back(version_of(change.at("version").get<std::string>()),
                                          unknown_keys_of(change.at("value").get<std::string>()));
  section.drops_auto_since = version_of(text_of(object, "drops_auto_since"));
  return section;
}

OptimizerSchema optimizer_of(const Json& object) {
  OptimizerSchema optimizer;
  optimizer.type = object.at("type").get<std::string>();
  optimizer.params = params_of(object);
  optimizer.gpu_only = strings_of(object, "gpu_only");
  optimizer.cpu_only = strings_of(object, "cpu_only");
  if (const auto found = object.find("params_since"); found != object.end())
    for (const auto& [name, since] : found->items())
      optimizer.params_since.emplace_back(name, version_of(since.get<std::string>()));
  optimizer.since = version_of(text_of(object, "since"));
  optimizer.tested_with_zero = object.at("zero") == "supported";
  return optimizer;
}

}  // namespace

Schema load_schema() {
  const Json file = Json::parse(embedded::ds_config_schema_json);
  Schema loaded;
  loaded.commit = file.at("meta").at("commit").get<std::string>();
  loaded.version = version_of(file.at("meta").at("version").get<std::string>());
  for (const Json& key : file.at("keys"))
    loaded.keys.push_back(key_of(key));
  loaded.pydantic_2 = version_of(file.at("meta").at("pydantic_2").get<std::string>());
  for (const Json& section : file.at("sections"))
    loaded.sections.push_back(section_of(section));
  for (const Json& optimizer : file.at("optimizers"))
    loaded.optimizers.push_back(optimizer_of(optimizer));
  for (const Json& scheduler : file.at("schedulers"))
    loaded.schedulers.push_back(
        {scheduler.at("type").get<std::string>(), strings_of(scheduler, "required"), params_of(scheduler)});
  return loaded;
}

}  // namespace zp
