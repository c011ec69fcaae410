// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/changed_keys.h"

#include "core/plan_file/plan_keys.h"
#include "core/plan_file/plan_reading.h"
#include "core/text/letters.h"

namespace zp {

using namespace plan_io;

namespace {

/// Returns the value that a key has if the file leaves it out; null without a default.
Json default_at(const std::string& path, const Plan& plan) {
  if (const PlanKey* key = find_plan_key(path); key != nullptr && key->is_plain())
    return to_json(key->value(plan));
  for (const std::string device : {"zero.offload_optimizer", "zero.offload_param"})
    if (path == device || path == device + ".device") return name_of(Device::none);
  return nullptr;
}

void compare(const Json& from, const Json& to, const std::string& section, const Plan& before_plan,
             const Plan& after_plan, std::vector<DifferingKey>& differing) {
  const auto add = [&](const std::string& path, const Json& before, const Json& after) {
    if (before == after) return;  // only one of the two files states the default
    differing.push_back({path, one_line(before), one_line(after)});
  };
  for (const auto& [key, value] : to.items()) {
    const std::string path = joined(section, key);
    const Json* before = member(&from, key);
    if (value.is_object() && (before == nullptr || before->is_object()))
      compare(before ? *before : Json::object(), value, path, before_plan, after_plan, differing);
    else if (before == nullptr || *before != value)
      add(path, before ? *before : default_at(path, before_plan), value);
  }
  for (const auto& [key, value] : from.items()) {
    if (to.contains(key)) continue;
    const std::string path = joined(section, key);
    const Json otherwise = default_at(path, after_plan);
    if (otherwise.is_null() && value.is_object())
      compare(value, Json::object(), path, before_plan, after_plan, differing);
    else
      add(path, value, otherwise);
  }
}

/// Returns true for a key of deepspeed_config that repeats a key of the plan.
bool repeats_plan(std::string_view path) {
  constexpr std::string_view config = "deepspeed_config.";
  return path.starts_with(config) && find_plan_key(path) == nullptr &&
         kind_of_config_key(path.substr(config.size()));
}

/// Returns the plan's tree, in which the names of the file's other plans replace those plans.
Json compared_tree(const PlanDocument& document) {
  Json tree = plan_tree(document);
  const auto scenarios = tree.find("scenarios");
  if (scenarios == tree.end() || !scenarios->is_array()) return tree;
  for (Json& scenario : *scenarios)
    if (scenario.is_object()) scenario = scenario.value("name", Json());
  return tree;
}

std::vector<DifferingKey> compared(const PlanDocument& from, const PlanDocument& to) {
  std::vector<DifferingKey> differing;
  compare(compared_tree(from), compared_tree(to), "", from.plan, to.plan, differing);
  return differing;
}

}  // namespace

std::vector<DifferingKey> differing_keys(const PlanDocument& from, const PlanDocument& to) {
  PlanDocument before = from, after = to;
  before.text.imported_config.clear();
  after.text.imported_config.clear();
  std::vector<DifferingKey> differing = compared(before, after);
  std::erase_if(differing, [](const DifferingKey& key) { return repeats_plan(key.path); });
  return differing;
}

std::vector<ChangedKey> changed_keys(const PlanDocument& from, const Plan& to) {
  std::vector<ChangedKey> changed;
  for (DifferingKey& key : compared(from, {to, from.text}))
    changed.push_back({std::move(key.path), std::move(key.after)});
  return changed;
}

}  // namespace zp
