// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/sections.h"

namespace zp {

void report_program(Draft& draft) {
  const Training& training = draft.plan.training;
  if (training.activation_checkpointing != Checkpointing::none && !draft.for_trainer())
    draft.report(
        Severity::style, "checkpointing_in_program", "training.activation_checkpointing",
        find_node(draft.out, "activation_checkpointing")
            ? "DeepSpeed's engine does not act on the file's activation_checkpointing section."
            : "The file has no activation_checkpointing section: DeepSpeed's engine does not act on one.",
        "Switch checkpointing on in the program, for Hugging Face models with "
        "model.gradient_checkpointing_enable().");
  if (training.framework == Framework::fsdp)
    draft.report(Severity::style, "not_deepspeed", "training.framework",
                 "The plan estimates PyTorch FSDP; the exported files start DeepSpeed.",
                 "Set training.framework to deepspeed to estimate what is exported.");
}

}  // namespace zp
