// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "core/export/accelerate_json.h"
#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/program_file_json.h"
#include "core/sharding/encoder.h"

/// Export for a program with transformers' TrainingArguments; by default one of transformers' examples:
/// run_clm.py for a decoder, run_mlm.py for an encoder (examples/pytorch/language-modeling),
/// run_summarization.py for an encoder-decoder (examples/pytorch/summarization), run_classification.py for
/// classification (examples/pytorch/text-classification).
namespace zp {
namespace {

/// Returns the command that starts the program: torchrun, or accelerate if it must set up FSDP or Ulysses.
std::string launcher(const Plan& plan) {
  if (needs_accelerate(plan))
    return "exec accelerate launch --config_file accelerate_config.yaml " + accelerate_options(plan);
  return "exec torchrun " + torchrun_options(plan);
}

bool classifies(const Plan& plan) { return plan.training.method.method == Method::classification; }

std::string_view example_for(const Plan& plan) {
  if (classifies(plan)) return "run_classification.py";
  if (!plan.model.has_shape() || !plan.model.architecture.has_encoder()) return "run_clm.py";
  return plan.model.architecture.has_cross_attention() ? "run_summarization.py" : "run_mlm.py";
}

/// Replaces arguments that only run_clm.py has by those of the example for this model or task.
void name_lengths(ProgramFile& file) {
  const Plan& plan = file.plan;
  const bool has_encoder = plan.model.has_shape() && plan.model.architecture.has_encoder();
  if (!has_encoder && !classifies(plan)) return;
  for (const char* const of_run_clm : {"block_size", "dtype"})
    file.keys.erase(of_run_clm);
  if (classifies(plan) || !plan.model.architecture.has_cross_attention()) {
    file.keys["max_seq_length"] = plan.training.sequence_length;
    return;
  }
  file.keys["max_source_length"] = encoder_length(plan.training);
  file.keys["max_target_length"] = plan.training.sequence_length;
  file.state("training.encoder_length");
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
  name_lengths(file);
  file.leave_out("training.method", !plan.training.method.is_plain() && !classifies(plan),
                 std::string(example_for(plan)) + " trains with the loss of its task");
  file.state("training.method");
  std::vector<ExportFile> others;
  if (needs_accelerate(plan)) {
    others.push_back({"accelerate_config.yaml", accelerate_yaml(file.document), false});
    file.state(accelerate_plan_keys(plan));
  }
  const std::string command =
      "# Yours to fill in: --dataset_name, --output_dir, --learning_rate; arguments given to this script "
      "come "
      "later and win.\nprogram=" +
      std::string(example_for(plan)) +
      "\ncase \"${1:-}\" in\n  *.py)\n    program=$1\n    shift\n    "
      ";;\nesac\n" +
      launcher(plan) + " \\\n      \"$program\"" + file.option_lines() + " \"$@\"";
  return file.exported({run_script(plan, "a program with Trainer's arguments", command)}, std::move(others));
}

}  // namespace zp
