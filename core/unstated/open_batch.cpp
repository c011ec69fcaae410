// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/open_batch.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/plan/method.h"
#include "core/plan_file/plan_keys.h"
#include "core/plan_file/program_defaults.h"
#include "core/text/ordered_json.h"

namespace zp {
namespace {

/// Returns true if a ds_config gives a number to one of its keys for the batch; "auto" gives none.
bool states_batch(const std::string& config) {
  constexpr auto keys = std::to_array<const char*>(
      {"train_batch_size", "train_micro_batch_size_per_gpu", "gradient_accumulation_steps"});
  const text_io::Json object = text_io::object_of(config);
  return std::ranges::any_of(
      keys, [&](const char* key) { return object.contains(key) && object.at(key).is_number(); });
}

}  // namespace

bool leaves_batch_open(const PlanDocument& document) {
  constexpr auto keys =
      std::to_array<std::string_view>({"training.gradient_accumulation_steps", "training.micro_batch_size"});
  const Plan& plan = document.plan;
  const PlanText& text = document.text;
  if (!plan.model.has_shape() || row_of(plan.training.method.method).generates) return false;
  if (states_batch(text.deepspeed_config) || states_batch(text.imported_config)) return false;
  const Plan defaults = defaults_for(plan);
  return std::ranges::none_of(keys, [&](std::string_view key) {
    return std::ranges::binary_search(text.stated_defaults, key) || !has_same_value(key, plan, defaults);
  });
}

}  // namespace zp
