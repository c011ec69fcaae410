// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/schema.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/text/letters.h"
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
  if (const auto found = object.find("allowed"); found != object.end())
    for (const Json& value : *found)
      key.allowed.push_back(value.dump());
  key.minimum = number_of(object, "minimum");
  key.exclusive_minimum = number_of(object, "exclusive_minimum");
  key.maximum = number_of(object, "maximum");
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

Schema load() {
  const Json file = Json::parse(embedded::ds_config_schema_json);
  Schema loaded;
  loaded.commit = file.at("meta").at("commit").get<std::string>();
  loaded.version = version_of(file.at("meta").at("version").get<std::string>());
  for (const Json& key : file.at("keys"))
    loaded.keys.push_back(key_of(key));
  for (const Json& section : file.at("sections"))
    loaded.sections.emplace_back(section.at("path").get<std::string>(),
                                 unknown_keys_of(section.at("unknown").get<std::string>()));
  for (const Json& optimizer : file.at("optimizers"))
    loaded.optimizers.push_back(optimizer_of(optimizer));
  for (const Json& scheduler : file.at("schedulers"))
    loaded.schedulers.push_back(
        {scheduler.at("type").get<std::string>(), strings_of(scheduler, "required"), params_of(scheduler)});
  return loaded;
}

/// {section, name}: "a.b.c" → {"a.b", "c"}.
std::pair<std::string_view, std::string_view> split(std::string_view path) {
  const auto dot = path.rfind('.');
  if (dot == std::string_view::npos) return {std::string_view(), path};
  return {path.substr(0, dot), path.substr(dot + 1)};
}

}  // namespace

bool SchemaKey::takes_auto() const {
  constexpr std::string_view word = "\"auto\"";
  return default_value == word || std::ranges::find(allowed, word) != allowed.end();
}

const SchemaKey* Schema::find(std::string_view path) const {
  for (const SchemaKey& key : keys)
    if (key.path == path) return &key;
  const auto [section, name] = split(path);
  for (const SchemaKey& key : keys)
    if (!key.aliases.empty() && split(key.path).first == section &&
        std::ranges::find(key.aliases, name) != key.aliases.end())
      return &key;
  return nullptr;
}

bool Schema::is_section(std::string_view path) const {
  return std::ranges::any_of(keys, [&](const SchemaKey& key) {
    return key.path.size() > path.size() && key.path.starts_with(path) && key.path[path.size()] == '.';
  });
}

UnknownKeys Schema::unknown_keys(std::string_view section) const {
  for (const auto& [path, policy] : sections)
    if (path == section) return policy;
  return UnknownKeys::ignored;
}

std::vector<std::string> Schema::names_in(std::string_view section) const {
  std::vector<std::string> names;
  for (const SchemaKey& key : keys) {
    std::string_view rest = key.path;
    if (!section.empty()) {
      if (!rest.starts_with(section) || rest.size() <= section.size() || rest[section.size()] != '.')
        continue;
      rest.remove_prefix(section.size() + 1);
    }
    std::string name(rest.substr(0, rest.find('.')));
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

const OptimizerSchema* Schema::find_optimizer(std::string_view type) const {
  for (const OptimizerSchema& optimizer : optimizers)
    if (same_letters(optimizer.type, type)) return &optimizer;
  return nullptr;
}

const SchedulerSchema* Schema::find_scheduler(std::string_view type) const {
  for (const SchedulerSchema& scheduler : schedulers)
    if (scheduler.type == type) return &scheduler;
  return nullptr;
}

const Schema& schema() {
  static const Schema loaded = load();
  return loaded;
}

const std::string& default_of(const SchemaKey& key, DeepSpeedVersion version) {
  for (const auto& [until, value] : key.default_before)
    if (version < until) return value;
  return key.default_value;
}

bool known_to(const SchemaKey& key, DeepSpeedVersion version) {
  return version >= key.since && (!key.removed || version < *key.removed);
}

bool acts(const SchemaKey& key, const Plan& plan) {
  const int stage = plan.zero.stage;
  const std::array<bool, 4>* stages = &key.stages;
  for (const auto& [until, earlier] : key.stages_before)
    if (plan.target.deepspeed_version < until) stages = &earlier;
  if (!includes(*stages, stage)) return false;
  if (key.offload.empty()) return true;
  const Device optimizer = plan.zero.offload_optimizer.device;
  const Device param = plan.zero.offload_param.device;
  const bool optimizer_nvme = optimizer == Device::nvme && stage == 3;  // below stage 3 nvme means cpu
  const bool param_nvme = param == Device::nvme && stage == 3;
  if (key.offload == "optimizer") return optimizer != Device::none;
  if (key.offload == "optimizer:nvme") return optimizer_nvme;
  if (key.offload == "param") return param != Device::none;
  if (key.offload == "param:nvme") return param_nvme;
  return optimizer_nvme || param_nvme;
}

std::string why_without_effect(const SchemaKey& key, const Plan& plan) {
  if (!includes(key.stages, plan.zero.stage)) {
    std::string stages;
    for (int stage = 0; stage <= 3; ++stage)
      if (includes(key.stages, stage)) stages += (stages.empty() ? "" : ", ") + std::to_string(stage);
    return "This key acts at stage " + stages + " only, and the stage is " + std::to_string(plan.zero.stage) +
           '.';
  }
  if (key.offload.ends_with("nvme")) return "This key acts only with offload to NVMe at stage 3.";
  return "This key acts only with offload.";
}

}  // namespace zp
