// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/autotuning.h"
#include "core/export/sections.h"
#include "core/units/format.h"

namespace zp {
namespace {

void report_autotuner(Draft& draft) {
  if (!is_autotuned(draft.document)) return;
  const std::vector<AutotunerRun> runs = autotuner_runs(draft.document);
  std::string sizes;
  for (const AutotunerRun& run : runs)
    sizes +=
        (sizes.empty() ? "" : ", ") + format_count(run.micro_batch) + " × " + format_count(run.accumulation);
  draft.report(
      Severity::style, "autotuner_runs", "deepspeed_config.autotuning",
      "DeepSpeed's autotuner will profile the model and try about " +
          format_count(static_cast<std::int64_t>(runs.size())) +
          " of its settings, micro batch × accumulation " + sizes + ", each for a few steps.",
      "launch.sh tunes and then trains with the best; with AUTOTUNING=tune in the environment it only "
      "tunes. The best file is autotuning_results/ds_config_optimal.json.");
}

}  // namespace

void report_program(Draft& draft) {
  report_autotuner(draft);
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
