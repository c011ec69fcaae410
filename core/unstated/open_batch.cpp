// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/open_batch.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/plan/method.h"
#include "core/plan_file/plan_keys.h"
#include "core/plan_file/program_defaults.h"
#include "core/text/ordered_json.h"

namespace zp {
namespace {

/// Returns true if a ds_config gives a number to the key; "auto" gives none.
bool states(const text_io::Json& config, const char* key) {
  return config.contains(key) && config.at(key).is_number();
}

}  // namespace

OpenBatch open_batch_of(const PlanDocument& document) {
  const Plan& plan = document.plan;
  const PlanText& text = document.text;
  if (!plan.model.has_shape() || row_of(plan.training.method.method).generates) return {};
  const Plan defaults = defaults_for(plan);
  const auto is_open = [&](std::string_view key) {
    return !std::ranges::binary_search(text.stated_defaults, key) && has_same_value(key, plan, defaults);
  };
  OpenBatch open{is_open("training.micro_batch_size"), is_open("training.gradient_accumulation_steps")};
  for (const std::string* config : {&text.deepspeed_config, &text.imported_config}) {
    const text_io::Json object = text_io::object_of(*config);
    if (states(object, "train_batch_size")) return {};
    if (states(object, "train_micro_batch_size_per_gpu")) open.micro_batch = false;
    if (states(object, "gradient_accumulation_steps")) open.accumulation = false;
  }
  return open;
}

}  // namespace zp
