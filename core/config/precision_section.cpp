// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/schema.h"
#include "core/config/sections.h"

namespace zp {
namespace {

/// A precision switch that needs a stage of 1 to 3 (runtime/config.py:1037-1049) and a version that has it.
void write_switch(Draft& draft, std::string_view path, bool on, std::string_view plan_path) {
  if (!on) return;
  const SchemaKey* key = schema().find(path);
  if (!key) return;
  if (draft.plan.zero.stage == 0)
    draft.report(Severity::ignored, "without_effect", plan_path,
                 '"' + key->path + "\" needs stage 1, 2 or 3; at stage 0 DeepSpeed refuses it, so it is left out.",
                 "Choose stage 1 to 3, or switch it off.");
  else if (!known_to(*key, draft.version()))
    draft.report(Severity::ignored, "newer_than_target", plan_path,
                 '"' + key->path + "\" exists since DeepSpeed " + name_of(key->since) + "; this plan is for " +
                     name_of(draft.version()) + ", so the key is left out.",
                 "Set target.deepspeed_version to " + name_of(key->since) + " or newer, or switch it off.");
  else
    draft.set(path, "true", plan_path);
}

}  // namespace

void write_precision(Draft& draft) {
  const Training& training = draft.plan.training;
  constexpr std::string_view low_master = "training.low_precision_master";
  if (training.precision == Precision::bf16) {
    draft.set("bf16.enabled", "true", "training.precision");
    write_switch(draft, "bf16.bf16_master_weights_and_grads", training.low_precision_master, low_master);
    write_switch(draft, "bf16.bf16_optimizer_states", training.low_precision_states, "training.low_precision_states");
  } else if (training.precision == Precision::fp16) {
    draft.set("fp16.enabled", "true", "training.precision");
    write_switch(draft, "fp16.fp16_master_weights_and_grads", training.low_precision_master, low_master);
  }
  carry(draft, "bf16");
  carry(draft, "fp16");

  if (training.gradient_accumulation_dtype != AccumulationDtype::automatic)
    draft.set("data_types.grad_accum_dtype", json_string(name_of(training.gradient_accumulation_dtype)),
              "training.gradient_accumulation_dtype");
  carry(draft, "data_types");
  if (training.communication_dtype != AccumulationDtype::automatic)
    draft.set("communication_data_type", json_string(name_of(training.communication_dtype)),
              "training.communication_dtype");
}

}  // namespace zp
