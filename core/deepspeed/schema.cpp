// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/schema.h"

#include <algorithm>

#include "core/deepspeed/load_schema.h"
#include "core/text/letters.h"

namespace zp {
namespace {

const std::array<bool, 4>& stages_in(const SchemaKey& key, DeepSpeedVersion version) {
  for (const auto& [until, earlier] : key.stages_before)
    if (version < until) return earlier;
  return key.stages;
}

}  // namespace

bool SchemaKey::takes_auto() const {
  return default_value == auto_value || std::ranges::find(allowed, auto_value) != allowed.end();
}

const SchemaKey* Schema::find(std::string_view path) const {
  for (const SchemaKey& key : keys)
    if (key.path == path) return &key;
  const std::string_view section = section_part(path), name = key_part(path);
  for (const SchemaKey& key : keys)
    if (!key.aliases.empty() && section_part(key.path) == section &&
        std::ranges::find(key.aliases, name) != key.aliases.end())
      return &key;
  return nullptr;
}

bool Schema::is_section(std::string_view path) const {
  return std::ranges::any_of(keys, [&](const SchemaKey& key) {
    return key.path.size() > path.size() && key.path.starts_with(path) && key.path[path.size()] == '.';
  });
}

const SchemaSection* Schema::find_section(std::string_view path) const {
  const auto found = std::ranges::find(sections, path, &SchemaSection::path);
  return found == sections.end() ? nullptr : &*found;
}

UnknownKeys Schema::unknown_keys(std::string_view section) const {
  const SchemaSection* found = find_section(section);
  return found ? found->unknown : UnknownKeys::ignored;
}

UnknownKeys Schema::unknown_keys(std::string_view section, DeepSpeedVersion in) const {
  const SchemaSection* found = find_section(section);
  if (!found) return UnknownKeys::ignored;
  for (const auto& [until, policy] : found->unknown_before)
    if (in < until) return policy;
  return found->unknown;
}

std::vector<std::string> Schema::names_in(std::string_view section) const {
  std::vector<std::string> found;
  for (const SchemaKey& key : keys) {
    std::string_view rest = key.path;
    if (!section.empty()) {
      if (!rest.starts_with(section) || rest.size() <= section.size() || rest[section.size()] != '.')
        continue;
      rest.remove_prefix(section.size() + 1);
    }
    std::string name(rest.substr(0, rest.find('.')));
    if (std::ranges::find(found, name) == found.end()) found.push_back(std::move(name));
  }
  return found;
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
  static const Schema loaded = load_schema();
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

SchemaKey as_of(SchemaKey key, DeepSpeedVersion version) {
  if (version < key.minimum_since) key.minimum.reset();
  for (const auto& [until, values] : key.allowed_before)
    if (version < until) {
      key.allowed = values;
      break;
    }
  return key;
}

bool acts(const SchemaKey& key, const Plan& plan) {
  const int stage = plan.zero.stage;
  if (!includes(stages_in(key, plan.target.deepspeed_version), stage)) return false;
  if (key.offload.empty()) return true;
  const Device optimizer = plan.zero.offload_optimizer.device;
  const Device param = plan.zero.offload_param.device;
  const bool optimizer_nvme = optimizer == Device::nvme && stage == 3;  // below stage 3, nvme means cpu
  const bool param_nvme = param == Device::nvme && stage == 3;
  if (key.offload == "optimizer") return optimizer != Device::none;
  if (key.offload == "optimizer:nvme") return optimizer_nvme;
  if (key.offload == "param") return param != Device::none;
  if (key.offload == "param:nvme") return param_nvme;
  return optimizer_nvme || param_nvme;
}

std::string why_without_effect(const SchemaKey& key, const Plan& plan) {
  const std::array<bool, 4>& acts_at = stages_in(key, plan.target.deepspeed_version);
  if (!includes(acts_at, plan.zero.stage)) {
    std::string stages;
    for (int stage = 0; stage <= 3; ++stage)
      if (includes(acts_at, stage)) stages += (stages.empty() ? "" : ", ") + std::to_string(stage);
    return "This key acts at stage " + stages + " only, and the stage is " + std::to_string(plan.zero.stage) +
           '.';
  }
  if (key.offload.ends_with("nvme")) return "This key acts only with offload to NVMe at stage 3.";
  return "This key acts only with offload.";
}

}  // namespace zp
