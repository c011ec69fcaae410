// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/load_schema.h"

#include <charconv>

#include "core/text/packed_json.h"
#include "embedded/schema.h"

namespace zp {
namespace {

using text_io::PackedValue;

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

std::string text_of(const PackedValue& object, std::string_view name) {
  const std::optional<PackedValue> found = object.member(name);
  return found ? std::string(found->text()) : std::string();
}

std::optional<double> number_of(const PackedValue& object, std::string_view name) {
  const std::optional<PackedValue> found = object.member(name);
  return found ? std::optional(found->number()) : std::nullopt;
}

bool flag_of(const PackedValue& object, std::string_view name, bool absent) {
  const std::optional<PackedValue> found = object.member(name);
  return found ? found->flag() : absent;
}

/// Returns the values that `object` has under `name`, each read by `read`; empty if the name is missing.
template <class Read>
auto all_of(const PackedValue& object, std::string_view name, const Read& read) {
  std::vector<std::invoke_result_t<Read, const PackedValue&>> all;
  if (const std::optional<PackedValue> found = object.member(name))
    for (const PackedValue value : *found)
      all.push_back(read(value));
  return all;
}

std::vector<std::string> texts_of(const PackedValue& object, std::string_view name) {
  return all_of(object, name, [](const PackedValue& value) { return std::string(value.text()); });
}

/// Returns each value under `name` as JSON text.
std::vector<std::string> dumps_of(const PackedValue& object, std::string_view name) {
  return all_of(object, name, [](const PackedValue& value) { return value.dump(); });
}

/// Returns, oldest first, each version under `name` with what `read` takes from its entry: what held before
/// that release.
template <class Read>
auto changes_of(const PackedValue& object, std::string_view name, const Read& read) {
  return all_of(object, name, [&](const PackedValue& change) {
    return std::pair(version_of(change.at("version").text()), read(change));
  });
}

std::array<bool, 4> stages_of(const PackedValue& object) {
  const std::optional<PackedValue> stated = object.member("zero_stages");
  if (!stated) return {true, true, true, true};
  std::array<bool, 4> stages{};
  for (const PackedValue stage : *stated)
    stages.at(static_cast<std::size_t>(stage.number())) = true;
  return stages;
}

std::vector<std::pair<std::string, std::string>> params_of(const PackedValue& object) {
  return all_of(object, "params",
                [](const PackedValue& value) { return std::pair(std::string(value.key()), value.dump()); });
}

SchemaKey key_of(const PackedValue& object) {
  SchemaKey key;
  key.path = object.at("path").text();
  key.type = object.at("type").text();
  key.default_value = object.at("default").dump();
  key.default_before = changes_of(object, "default_before",
                                  [](const PackedValue& change) { return change.at("value").dump(); });
  key.allowed = dumps_of(object, "allowed");
  key.allowed_before = changes_of(object, "allowed_before",
                                  [](const PackedValue& change) { return dumps_of(change, "value"); });
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
  if (object.member("removed")) key.removed = version_of(text_of(object, "removed"));
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

SchemaSection section_of(const PackedValue& object) {
  SchemaSection section;
  section.path = object.at("path").text();
  section.unknown = unknown_keys_of(object.at("unknown").text());
  section.unknown_before = changes_of(object, "unknown_before", [](const PackedValue& change) {
    return unknown_keys_of(change.at("value").text());
  });
  section.drops_auto_since = version_of(text_of(object, "drops_auto_since"));
  return section;
}

OptimizerSchema optimizer_of(const PackedValue& object) {
  OptimizerSchema optimizer;
  optimizer.type = object.at("type").text();
  optimizer.params = params_of(object);
  optimizer.gpu_only = texts_of(object, "gpu_only");
  optimizer.cpu_only = texts_of(object, "cpu_only");
  optimizer.params_since = all_of(object, "params_since", [](const PackedValue& since) {
    return std::pair(std::string(since.key()), version_of(since.text()));
  });
  optimizer.since = version_of(text_of(object, "since"));
  optimizer.tested_with_zero = object.at("zero").text() == "supported";
  return optimizer;
}

SchedulerSchema scheduler_of(const PackedValue& object) {
  return {std::string(object.at("type").text()), texts_of(object, "required"), params_of(object)};
}

}  // namespace

Schema load_schema() {
  const PackedValue file(embedded::ds_config_schema_json);
  const PackedValue meta = file.at("meta");
  return {.keys = all_of(file, "keys", key_of),
          .sections = all_of(file, "sections", section_of),
          .optimizers = all_of(file, "optimizers", optimizer_of),
          .schedulers = all_of(file, "schedulers", scheduler_of),
          .commit = std::string(meta.at("commit").text()),
          .version = version_of(meta.at("version").text()),
          .pydantic_2 = version_of(meta.at("pydantic_2").text())};
}

}  // namespace zp
