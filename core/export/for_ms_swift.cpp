// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/catalog/programs.h"
#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/method_arguments.h"
#include "core/export/program_file_json.h"
#include "core/sharding/program_way.h"
#include "core/sharding/roles.h"

/// Export for ms-swift: swift/cli/main.py, swift/arguments, swift/rlhf_trainers. Its command accepts
/// Trainer's arguments in addition to its own, and starts torchrun itself.
namespace zp {
namespace {

struct SwiftCommand {
  Method method{};
  std::string_view command, rlhf_type;
};
constexpr std::array<SwiftCommand, 8> swift_commands = {{
    {Method::sft, "sft", ""},
    {Method::pretrain, "pt", ""},
    {Method::reward, "rlhf", "rm"},
    {Method::dpo, "rlhf", "dpo"},
    {Method::orpo, "rlhf", "orpo"},
    {Method::kto, "rlhf", "kto"},
    {Method::ppo, "rlhf", "ppo"},
    {Method::grpo, "rlhf", "grpo"},
}};

/// Returns the name of the key that selects adapters: train_type before release 4 (commit of pull request
/// 7385).
std::string_view tuner_key(const Plan& plan) {
  const Program program = plan.training.program;
  if (program == Program::none || entry_of(program).id != "ms-swift") return "tuner_type";
  const ProgramWay way = program_way(plan);
  const Release& release = way.releases[Library::program];
  return release.is_stated() && release.major < 4 ? "train_type" : "tuner_type";
}

void set_tuning(ProgramFile& file) {
  const Training& training = file.plan.training;
  file.keys[std::string(tuner_key(file.plan))] = training.has_adapters() ? "lora" : "full";
  if (!training.has_adapters()) return;
  file.set_adapters({"lora_rank", "target_modules", "modules_to_save", "use_dora"});
  if (!training.quantizes_frozen()) return;
  const bool is_nf4 = training.frozen_precision == FrozenPrecision::nf4;
  file.keys["quant_method"] = "bnb";
  file.keys["quant_bits"] = is_nf4 ? 4 : 8;
  file.state("training.double_quantization");
  if (!is_nf4) return;
  file.keys["bnb_4bit_quant_type"] = "nf4";
  file.keys["bnb_4bit_use_double_quant"] = training.double_quantization;
  file.keys["bnb_4bit_compute_dtype"] = torch_type(training.precision);
}

std::string started(const Plan& plan, const SwiftCommand& row, const std::string& options) {
  std::string text =
      "# Yours to fill in: --dataset, --output_dir, --learning_rate; arguments given to this "
      "script come later and win.\n"
      "export NPROC_PER_NODE=" +
      std::to_string(plan.cluster.gpus_per_node) + " MASTER_PORT=\"$port\"\n";
  if (plan.cluster.nodes > 1)
    text += "export NNODES=" + std::to_string(plan.cluster.nodes) +
            " NODE_RANK=\"$rank\" MASTER_ADDR=\"$master\"\n";
  return text + "exec swift " + std::string(row.command) + options + " \"$@\"";
}

}  // namespace

ProgramExport write_for_ms_swift(const PlanDocument& document) {
  ProgramFile file("ms-swift", "ms-swift", "./run.sh", document);
  const Plan& plan = file.plan;
  const SwiftCommand& row =
      file.method_row(swift_commands, "ms-swift has no command for it, and swift sft is started");
  if (!row.rlhf_type.empty()) file.keys["rlhf_type"] = row.rlhf_type;
  file.keys["model"] = file.model_name();
  file.keys["use_hf"] = true;
  if (row.method == Method::ppo) file.keys["reward_model"] = "path/to/reward/model";
  file.keys["dataset"] = "path/to/data";
  file.keys["output_dir"] = "out";
  file.keys["num_train_epochs"] = 1;
  set_tuning(file);
  if (row.method == Method::grpo) {
    file.keys["reward_funcs"] = "accuracy";
    // The default is 0.04; 0 means no reference model (arguments/rlhf_args.py).
    file.keys["beta"] = reference_of(plan) == Reference::none ? 0.0 : grpo_beta;
    if (file.set_generation()) file.keys["sleep_level"] = plan.training.method.engine_sleeps ? 1 : 0;
  }
  file.set_settings(SettingColumn::ms_swift);
  file.note_liger_switch();
  file.set_evaluated_share("split_dataset_ratio");
  if (is_deepspeed(plan)) file.keys["deepspeed"] = "ds_config.json";
  return file.exported({run_script(plan, "ms-swift", started(plan, row, file.option_lines()))});
}

}  // namespace zp
