// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/changed_keys.h"

#include "core/plan/plan_keys.h"
#include "core/plan/plan_reading.h"
#include "core/text/letters.h"

namespace zp {

using namespace plan_io;

namespace {

/// What a key means that a file no longer has.
Json default_at(const std::string& path, const Plan& plan) {
  if (const PlanKey* key = find_plan_key(path); key != nullptr && key->is_plain())
    return to_json(key->value(plan));
  for (const std::string device : {"zero.offload_optimizer", "zero.offload_param"})
    if (path == device || path == device + ".device") return name_of(Device::none);
  return nullptr;
}

void compare(const Json& from, const Json& to, const std::string& section, const Plan& plan,
             std::vector<ChangedKey>& changed) {
  const auto add = [&](const std::string& path, const Json& value) {
    changed.push_back({path, value.dump()});
  };
  for (const auto& [key, value] : to.items()) {
    const std::string path = joined(section, key);
    const Json* before = member(&from, key);
    if (value.is_object() && (before == nullptr || before->is_object()))
      compare(before ? *before : Json::object(), value, path, plan, changed);
    else if (before == nullptr || *before != value)
      add(path, value);
  }
  for (const auto& [key, value] : from.items()) {
    if (to.contains(key)) continue;
    const std::string path = joined(section, key);
    const Json otherwise = default_at(path, plan);
    if (otherwise.is_null() && value.is_object())
      compare(value, Json::object(), path, plan, changed);
    else
      add(path, otherwise);
  }
}

}  // namespace

std::vector<ChangedKey> changed_keys(const PlanDocument& from, const Plan& to) {
  std::vector<ChangedKey> changed;
  compare(plan_tree(from), plan_tree({to, from.text}), "", to, changed);
  return changed;
}

}  // namespace zp
