// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/export/accelerate_json.h"
#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/method_arguments.h"
#include "core/export/program_file_json.h"
#include "core/sharding/roles.h"

/// Export for TRL 1.10: scripts/, trainer/*_config.py, cli/commands/training.py, which passes unknown options
/// on to accelerate.
namespace zp {
namespace {

struct Command {
  Method method{};
  std::string_view command, data;
};
constexpr std::array<Command, 6> trl_commands = {{
    {Method::sft, "sft", "trl-lib/Capybara"},
    {Method::pretrain, "sft", "trl-lib/Capybara"},
    {Method::reward, "reward", "trl-lib/ultrafeedback_binarized"},
    {Method::dpo, "dpo", "trl-lib/ultrafeedback_binarized"},
    {Method::kto, "kto", "trl-lib/kto-mix-14k"},
    {Method::grpo, "grpo", "trl-lib/DeepMath-103K"},
}};

void set_peft(ProgramFile& file) {
  const Training& training = file.plan.training;
  if (!training.has_adapters()) return;
  file.keys["use_peft"] = true;
  file.set_adapters({"lora_r", "lora_target_modules", "lora_modules_to_save", "use_dora"});
  if (training.frozen_precision == FrozenPrecision::int8) file.keys["load_in_8bit"] = true;
  if (training.frozen_precision != FrozenPrecision::nf4) return;
  file.keys["load_in_4bit"] = true;
  file.keys["bnb_4bit_quant_type"] = "nf4";
  file.keys["use_bnb_nested_quant"] = training.double_quantization;
  file.state("training.double_quantization");
  file.keys["bnb_4bit_quant_storage"] = torch_type(training.precision);
}

}  // namespace

ProgramExport write_for_trl(const PlanDocument& document) {
  ProgramFile file("TRL", "trl", "./run.sh", document);
  const Training& training = file.plan.training;
  const Command& row = file.method_row(trl_commands, "TRL has no command for it, and trl sft is started");
  file.leave_out("training.program",
                 training.program != Program::none && training.program != usual_method_program(),
                 "these are TRL's files: they say what the plan takes from the other program");
  file.keys["model_name_or_path"] = file.model_name();
  file.keys["dataset_name"] = row.data;
  file.keys["output_dir"] = "out";
  file.keys["num_train_epochs"] = 1.0;
  if (row.method == Method::grpo) {
    file.keys["reward_funcs"] = {"accuracy_reward"};
    if (reference_of(file.plan) != Reference::none) file.keys["beta"] = grpo_beta;
    if (file.set_generation()) file.keys["vllm_enable_sleep_mode"] = training.method.engine_sleeps;
  }
  set_peft(file);
  file.set_settings(SettingColumn::trl);
  file.state(accelerate_plan_keys(file.plan));
  const bool by_nodes = starts_on_every_node(file.plan);
  const std::string command = "exec trl " + std::string(row.command) +
                              " --config trl.yaml --accelerate_config accelerate_config.yaml \\\n      " +
                              accelerate_options(file.plan) + " \"$@\"";
  std::vector<ExportFile> others = {{"accelerate_config.yaml", accelerate_yaml(file.document), false}};
  if (file.plan.cluster.nodes > 1 && !by_nodes) others.push_back({"hostfile", hostfile(file.plan), false});
  return file.exported(
      {{"trl.yaml", file.text("dataset_name, learning_rate, num_train_epochs, output_dir"), false},
       run_script(file.plan, "TRL", command, by_nodes)},
      std::move(others));
}

}  // namespace zp
