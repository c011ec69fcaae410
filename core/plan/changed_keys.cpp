// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/changed_keys.h"

#include "core/plan/plan_reading.h"
#include "core/text/letters.h"

namespace zp {

using namespace plan_io;

namespace {

/// What a key means that a file no longer has.
Json default_at(const std::string& path, const Plan& plan) {
  if (const Field* field = find_field(path)) return to_json(field->value(plan));
  if (path.starts_with("zero.offload_")) return "none";
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
    if (before == nullptr)
      add(path, value);
    else if (before->is_object() && value.is_object())
      compare(*before, value, path, plan, changed);
    else if (*before != value)
      add(path, value);
  }
  for (const auto& [key, value] : from.items())
    if (!to.contains(key)) add(joined(section, key), default_at(joined(section, key), plan));
}

}  // namespace

std::vector<ChangedKey> changed_keys(const PlanDocument& from, const Plan& to) {
  std::vector<ChangedKey> changed;
  compare(plan_tree(from), plan_tree({to, from.text}), "", to, changed);
  return changed;
}

}  // namespace zp
