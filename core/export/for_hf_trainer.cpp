// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "core/export/accelerate_json.h"
#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/program_file_json.h"

/// Export for a program with the arguments of transformers' Trainer; without another it is run_clm.py of
/// transformers' examples (examples/pytorch/language-modeling).
namespace zp {
namespace {

/// Returns the command that starts the program: torchrun, or accelerate where it has to set FSDP or Ulysses.
std::string launcher(const Plan& plan) {
  if (needs_accelerate(plan))
    return "exec accelerate launch --config_file accelerate_config.yaml " + accelerate_options(plan);
  return "exec torchrun " + torchrun_options(plan);
}

}  // namespace

ProgramExport write_for_hf_trainer(const PlanDocument& document) {
  ProgramFile file("Hugging Face Trainer", "hf-trainer", "./run.sh", document);
  const Plan& plan = file.plan;
  file.keys["model_name_or_path"] = file.model_name();
  file.keys["dataset_name"] = "path/to/data";
  file.keys["do_train"] = true;
  file.keys["output_dir"] = "out";
  if (is_deepspeed(plan) && !needs_accelerate(plan)) file.keys["deepspeed"] = "ds_config.json";
  file.set_settings(SettingColumn::run_clm);
  file.leave_out("training.method", !plan.training.method.is_plain(),
                 "run_clm.py trains with the loss of the next token");
  file.state("training.method");
  std::vector<ExportFile> others;
  if (needs_accelerate(plan)) {
    others.push_back({"accelerate_config.yaml", accelerate_yaml(file.document), false});
    file.state(accelerate_plan_keys(plan));
  }
  const std::string command =
      "# Yours to fill in: --dataset_name, --output_dir, --learning_rate; arguments given to this script "
      "come "
      "later and win.\nprogram=run_clm.py\ncase \"${1:-}\" in\n  *.py)\n    program=$1\n    shift\n    "
      ";;\nesac\n" +
      launcher(plan) + " \\\n      \"$program\"" + file.option_lines() + " \"$@\"";
  return file.exported({run_script(plan, "a program with Trainer's arguments", command)}, std::move(others));
}

}  // namespace zp
