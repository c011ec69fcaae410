// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/load_schema.h"

#include <charconv>

#include "core/text/ordered_json.h"
#include "embedded/schema.h"

namespace zp {
namespace {

using text_io::Json;
using text_io::member;

/// Parses a version such as "0.19.3"; missing parts are 0.
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

std::string text_of(const Json& object, std::string_view name) {
  const Json* found = member(&object, name);
  return found != nullptr ? found->get<std::string>() : std::string();
}

std::optional<double> number_of(const Json& object, std::string_view name) {
  const Json* found = member(&object, name);
  return found != nullptr ? std::optional(found->get<double>()) : std::nullopt;
}

bool flag_of(const Json& object, std::string_view name, bool absent) {
  const Json* found = member(&object, name);
  return found != nullptr ? found->get<bool>() : absent;
}

/// Returns the values of `object` under `name`, each converted by `read`; empty if missing.
template <class Read>
auto all_of(const Json& object, std::string_view name, const Read& read) {
  std::vector<std::invoke_result_t<Read, const Json&>> all;
  if (const Json* found = member(&object, name))
    for (const Json& value : *found)
      all.push_back(read(value));
  return all;
}

/// Returns the members of the object under `name`, each converted by `read`; empty if missing.
template <class Read>
auto members_of(const Json& object, std::string_view name, const Read& read) {
  std::vector<std::pair<std::string, std::invoke_result_t<Read, const Json&>>> all;
  if (const Json* found = member(&object, name))
    for (const auto& [key, value] : found->items())
      all.emplace_back(key, read(value));
  return all;
}

std::vector<std::string> texts_of(const Json& object, std::string_view name) {
  return all_of(object, name, [](const Json& value) { return value.get<std::string>(); });
}

/// Returns each value under `name` as JSON text.
std::vector<std::string> dumps_of(const Json& object, std::string_view name) {
  return all_of(object, name, [](const Json& value) { return value.dump(); });
}

/// Returns, oldest first, each version under `name` and the value that applied before that release, converted
/// by `read`.
template <class Read>
auto changes_of(const Json& object, std::string_view name, const Read& read) {
  return all_of(object, name, [&](const Json& change) {
    return std::pair(version_of(change.at("version").get_ref<const std::string&>()), read(change));
  });
}

std::array<bool, 4> stages_of(const Json& object) {
  const Json* stated = member(&object, "zero_stages");
  if (stated == nullptr) return {true, true, true, true};
  std::array<bool, 4> stages{};
  for (const Json& stage : *stated)
    stages.at(stage.get<std::size_t>()) = true;
  return stages;
}

std::vector<std::pair<std::string, std::string>> params_of(const Json& object) {
  return members_of(object, "params", [](const Json& value) { return value.dump(); });
}

SchemaKey key_of(const Json& object) {
  SchemaKey key;
  key.path = object.at("path").get<std::string>();
  key.type = object.at("type").get<std::string>();
  key.default_value = object.at("default").dump();
  key.default_before =
      changes_of(object, "default_before", [](const Json& change) { return change.at("value").dump(); });
  key.allowed = dumps_of(object, "allowed");
  key.allowed_before =
      changes_of(object, "allowed_before", [](const Json& change) { return dumps_of(change, "value"); });
  key.minimum = number_of(object, "minimum");
  key.exclusive_minimum = number_of(object, "exclusive_minimum");
  key.maximum = number_of(object, "maximum");
  key.minimum_since = version_of(text_of(object, "minimum_since"));
  key.constraints = text_of(object, "constraints");
  key.required = text_of(object, "required");
  key.unit = text_of(object, "unit");
  key.stages = stages_of(object);
  key.stages_before = changes_of(object, "zero_stages_before", stages_of);
  key.offload = text_of(object, "offload");
  key.since = version_of(text_of(object, "since"));
  if (object.contains("removed")) key.removed = version_of(text_of(object, "removed"));
  key.deprecated = flag_of(object, "deprecated", false);
  key.refused = flag_of(object, "refused", false);
  key.write = flag_of(object, "write", true);
  key.renamed_to = text_of(object, "renamed_to");
  key.aliases = texts_of(object, "aliases");
  key.auto_rule = text_of(object, "auto");
  key.effect = text_of(object, "effect");
  key.note = text_of(object, "note");
  key.source = text_of(object, "source");
  return key;
}

UnknownKeys unknown_keys_of(std::string_view word) {
  if (word == "refused") return UnknownKeys::refused;
  return word == "forwarded" ? UnknownKeys::forwarded : UnknownKeys::ignored;
}

SchemaSection section_of(const Json& object) {
  SchemaSection section;
  section.path = object.at("path").get<std::string>();
  section.unknown = unknown_keys_of(object.at("unknown").get_ref<const std::string&>());
  section.unknown_before = changes_of(object, "unknown_before", [](const Json& change) {
    return unknown_keys_of(change.at("value").get_ref<const std::string&>());
  });
  section.drops_auto_since = version_of(text_of(object, "drops_auto_since"));
  return section;
}

OptimizerSchema optimizer_of(const Json& object) {
  OptimizerSchema optimizer;
  optimizer.type = object.at("type").get<std::string>();
  optimizer.params = params_of(object);
  optimizer.gpu_only = texts_of(object, "gpu_only");
  optimizer.cpu_only = texts_of(object, "cpu_only");
  optimizer.params_since = members_of(object, "params_since", [](const Json& since) {
    return version_of(since.get_ref<const std::string&>());
  });
  optimizer.since = version_of(text_of(object, "since"));
  optimizer.tested_with_zero = object.at("zero").get<std::string>() == "supported";
  return optimizer;
}

SchedulerSchema scheduler_of(const Json& object) {
  return {object.at("type").get<std::string>(), texts_of(object, "required"), params_of(object)};
}

}  // namespace

Schema load_schema() {
  const Json file = text_io::parse_json(embedded::ds_config_schema_json);
  const Json& meta = file.at("meta");
  return {.keys = all_of(file, "keys", key_of),
          .sections = all_of(file, "sections", section_of),
          .optimizers = all_of(file, "optimizers", optimizer_of),
          .schedulers = all_of(file, "schedulers", scheduler_of),
          .commit = meta.at("commit").get<std::string>(),
          .version = version_of(meta.at("version").get_ref<const std::string&>()),
          .pydantic_2 = version_of(meta.at("pydantic_2").get_ref<const std::string&>())};
}

}  // namespace zp
