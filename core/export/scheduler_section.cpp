// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/deepspeed/schema.h"
#include "core/export/sections.h"
#include "core/plan_file/trainer_keys.h"

namespace zp {
namespace {

constexpr std::string_view scheduler_params = "scheduler.params";

std::string scheduler_path(std::string_view name) {
  return std::string(scheduler_params) + '.' + std::string(name);
}

std::int64_t steps_of(const Plan& plan) {
  constexpr double most = 1e15;  // a double holds it exactly
  return static_cast<std::int64_t>(std::min(optimizer_steps(plan), most));
}

/// Replaces "auto", which only Trainer understands, by the plan's value; removes it with a finding if the
/// plan has none.
void replace_auto(ConfigDraft& draft, ConfigNode& param) {
  const ConfigNode* lr = find_node(draft.out, "optimizer.params.lr");
  if (param.key == "warmup_min_lr")
    param.value = "0";
  else if (param.key == "warmup_max_lr" && lr)
    param.value = lr->value;
  else if (const std::int64_t steps = steps_of(draft.plan); param.key == "total_num_steps" && steps > 0)
    param.value = json_number(steps);
  else {
    draft.report(Severity::ignored, "auto_not_filled", param.plan_path,
                 "Nothing fills in \"auto\" for \"" + param.key + "\"; it is left out.",
                 "Write the value, or export for Hugging Face Trainer, which fills it in.");
    param.value.clear();
  }
}

/// Sets the length of the run if the schedule requires it. Rules report other missing parameters.
void add_length(ConfigDraft& draft, const SchedulerSchema& known) {
  const std::string path = scheduler_path("total_num_steps");
  if (std::ranges::find(known.required, "total_num_steps") == known.required.end() ||
      find_node(draft.out, path))
    return;
  if (draft.for_trainer())
    draft.set(path, std::string(auto_value), {});
  else if (const std::int64_t steps = steps_of(draft.plan); steps > 0)
    draft.set(path, json_number(steps), "training.tokens");
}

}  // namespace

void write_scheduler(ConfigDraft& draft) {
  const ConfigNode* found = draft.carried.child("scheduler");
  if (!found || !found->is_object()) return;
  const ConfigNode* type = found->child("type");
  const ConfigNode* params = found->child("params");
  const std::string name = type ? string_in(type->value).value_or("") : "";
  if (type) draft.set("scheduler.type", type->value, type->plan_path);
  // DeepSpeed fails if "params" is missing (runtime/engine.py:1609-1610).
  ConfigNode& out = object_node(draft.out, scheduler_params);
  if (params)
    for (ConfigNode param : params->children) {
      const SchedulerSchema* known = schema().find_scheduler(name);
      const bool integer = known && (param.key.ends_with("_num_steps") || param.key.ends_with("_step_size"));
      if (integer) param.value = as_integer(param.value);
      if (param.value == auto_value && !(draft.for_trainer() && find_trainer_key(scheduler_path(param.key))))
        replace_auto(draft, param);
      if (param.is_object() && param.children.empty()) continue;
      out.children.push_back(std::move(param));
    }
  erase_node(draft.carried, scheduler_params);
  erase_node(draft.carried, "scheduler.type");
  if (const SchedulerSchema* known = schema().find_scheduler(name)) add_length(draft, *known);
  carry(draft, "scheduler");
}

}  // namespace zp
