// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/edit.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/plan_file/plan_keys.h"
#include "core/plan_file/program_defaults.h"
#include "core/unstated/open_settings.h"

namespace zp {
namespace {

/// Returns true if has_same_value() can compare the key's values.
bool is_comparable(std::string_view path) {
  const PlanKey* key = find_plan_key(path);
  return path == lora_targets_path || path == overlap_comm_path || (key != nullptr && key->is_plain());
}

}  // namespace

PlanDocument with_edit(const PlanDocument& before, const Plan& next) {
  PlanDocument after{with_program_defaults(before, next), before.text};
  const Plan old_defaults = defaults_for(before.plan), defaults = defaults_for(after.plan);
  std::vector<std::string>& stated = after.text.stated_defaults;
  for (const OpenSetting& setting : open_settings()) {
    const std::string_view path = setting.path;
    if (!is_comparable(path) || has_same_value(path, before.plan, next)) continue;
    // A default that moves with the edit, such as the link of another GPU, was not chosen.
    if (!has_same_value(path, after.plan, defaults) || !has_same_value(path, old_defaults, defaults))
      continue;
    const auto at = std::ranges::lower_bound(stated, path);
    if (at == stated.end() || *at != path) stated.emplace(at, path);
  }
  mark_stated_rates(after.text.stated_defaults, after.plan.cluster);
  return after;
}

}  // namespace zp
