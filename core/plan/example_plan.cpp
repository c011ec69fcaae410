// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/plan/plan.h"

namespace zp {

PlanDocument example_plan() {
  PlanDocument document;
  Plan& plan = document.plan;  // its cluster is a node of 8 A100 80 GB, its optimizer AdamW in bf16
  plan.model = model_from_preset(catalog().find_model("llama-2-7b").value());
  plan.training.micro_batch_size = 1;
  plan.training.gradient_accumulation_steps = 16;
  plan.training.sequence_length = 4096;
  plan.training.activation_checkpointing = Checkpointing::full;
  plan.zero.stage = 2;
  return document;
}

}  // namespace zp
