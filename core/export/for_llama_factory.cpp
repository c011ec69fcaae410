// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/export/accelerate_json.h"
#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/program_file_json.h"

/// Export for LLaMA-Factory: src/llamafactory/hparams, launcher.py; data sets come from its
/// data/dataset_info.json.
namespace zp {
namespace {

struct Stage {
  Method method{};
  std::string_view stage, data;
};
constexpr std::array<Stage, 7> factory_stages = {{
    {Method::sft, "sft", "alpaca_en_demo"},
    {Method::pretrain, "pt", "c4_demo"},
    {Method::reward, "rm", "dpo_en_demo"},
    {Method::dpo, "dpo", "dpo_en_demo"},
    {Method::orpo, "dpo", "dpo_en_demo"},
    {Method::kto, "kto", "kto_en_demo"},
    {Method::ppo, "ppo", "alpaca_en_demo"},
}};

void set_stage(ProgramFile& file) {
  const Method method = file.plan.training.method.method;
  const Stage& row = file.method_row(factory_stages, "they train with supervised examples");
  file.keys["stage"] = row.stage;
  file.keys["do_train"] = true;
  if (method == Method::orpo) file.keys["pref_loss"] = "orpo";
  if (method == Method::ppo) {
    file.keys["reward_model"] = "path/to/reward/model";
    // The default is adapters, which full fine-tuning refuses (hparams/finetuning_args.py).
    if (!file.plan.training.has_adapters()) file.keys["reward_model_type"] = "full";
  }
  file.keys["dataset"] = row.data;
  file.keys["template"] = "default";
}

void set_finetuning(ProgramFile& file) {
  const Training& training = file.plan.training;
  file.keys["finetuning_type"] = training.has_adapters() ? "lora" : "full";
  if (!training.has_adapters()) return;
  if (training.quantizes_frozen())
    file.keys["quantization_bit"] = training.frozen_precision == FrozenPrecision::nf4 ? 4 : 8;
  if (training.frozen_precision == FrozenPrecision::nf4)
    file.keys["double_quantization"] = training.double_quantization;
  file.state("training.double_quantization");
  file.set_adapters({"lora_rank", "lora_target", "additional_target", "use_dora", false});
}

/// Sets FSDP by Trainer's arguments (transformers training_args.py, fsdp and fsdp_config).
void set_framework(ProgramFile& file) {
  const Plan& plan = file.plan;
  if (is_deepspeed(plan)) file.keys["deepspeed"] = "ds_config.json";
  if (fsdp_version_of(plan) == 0 || is_deepspeed(plan)) return;
  file.keys["fsdp"] = fsdp_words(plan);
  file.keys["fsdp_config"] = fsdp_arguments(plan);
  file.state(fsdp_plan_keys);
}

std::string command(const Plan& plan) {
  std::string text = "export FORCE_TORCHRUN=1 NPROC_PER_NODE=" + std::to_string(plan.cluster.gpus_per_node) +
                     " MASTER_PORT=\"$port\"\n";
  if (plan.cluster.nodes > 1)
    text += "export NNODES=" + std::to_string(plan.cluster.nodes) +
            " NODE_RANK=\"$rank\" MASTER_ADDR=\"$master\"\n";
  return text + "exec llamafactory-cli train llama_factory.yaml \"$@\"";
}

}  // namespace

ProgramExport write_for_llama_factory(const PlanDocument& document) {
  ProgramFile file("LLaMA-Factory", "llama-factory", "./run.sh", document);
  file.keys["model_name_or_path"] = file.model_name();
  set_stage(file);
  set_finetuning(file);
  file.keys["output_dir"] = "out";
  file.keys["num_train_epochs"] = 1.0;
  file.set_settings(SettingColumn::llama_factory);
  file.keys.erase("gradient_checkpointing");  // LLaMA-Factory sets it from its own key
  file.set_evaluated_share("val_size");
  set_framework(file);
  return file.exported({{"llama_factory.yaml",
                         file.text("dataset, template, learning_rate, num_train_epochs, output_dir"), false},
                        run_script(file.plan, "LLaMA-Factory", command(file.plan))});
}

}  // namespace zp
