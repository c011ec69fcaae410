// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/schema.h"
#include "core/export/sections.h"

namespace zp {
namespace {

/// Writes a precision switch that only some stages and versions support (runtime/config.py:1037-1049).
/// DeepSpeed refuses it at stage 0, which check() reports.
void write_switch(ConfigDraft& draft, std::string_view path, bool on) {
  const SchemaKey* key = on ? schema().find(path) : nullptr;
  if (!key || draft.plan.zero.stage == 0) return;
  const std::string plan_path = "deepspeed_config." + key->path;
  if (known_to(*key, draft.version()) && acts(*key, draft.plan)) {
    draft.set(path, "true", plan_path);
    return;
  }
  const DeepSpeedVersion first = key->stages_before.empty() ? key->since : key->stages_before.back().first;
  draft.report(Severity::ignored, "newer_than_target", plan_path,
               '"' + key->path + "\" works at stage " + std::to_string(draft.plan.zero.stage) +
                   " since DeepSpeed " + name_of(first) + "; this plan is for " + name_of(draft.version()) +
                   ", so the key is left out.",
               "Set target.deepspeed_version to " + name_of(first) + " or newer, or switch it off.");
}

}  // namespace

void write_precision(ConfigDraft& draft) {
  const Training& training = draft.plan.training;
  if (training.precision == Precision::bf16) {
    draft.set("bf16.enabled", "true", "training.precision");
    write_switch(draft, "bf16.bf16_master_weights_and_grads", training.low_precision_master);
    write_switch(draft, "bf16.bf16_optimizer_states", training.low_precision_states);
  } else if (training.precision == Precision::fp16) {
    draft.set("fp16.enabled", "true", "training.precision");
    write_switch(draft, "fp16.fp16_master_weights_and_grads", training.low_precision_master);
  } else if (draft.for_trainer()) {
    // Before transformers 5.0, Trainer loads the model in fp16 by default (HfTrainerDeepSpeedConfig.dtype).
    draft.set("fp16.enabled", "false", "training.precision");
  }
  carry(draft, "bf16");
  carry(draft, "fp16");

  write_keys(draft, "data_types");
  carry(draft, "data_types");
  write_keys(draft, "");
}

}  // namespace zp
