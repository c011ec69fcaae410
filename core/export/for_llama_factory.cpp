// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/program_file_json.h"

/// Export for LLaMA-Factory: src/llamafactory/hparams, launcher.py; the data sets are those of
/// its data/dataset_info.json.
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
  if (method == Method::ppo) file.keys["reward_model"] = "path/to/reward/model";
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
  file.set_adapters({"lora_rank", "lora_target", "additional_target", "use_dora", false});
}

void set_speedups(ProgramFile& file) {
  const Training& training = file.plan.training;
  file.keys["flash_attn"] = file.attention("disabled", "sdpa", "fa2", "fa3");
  // One switch covers all of Liger's kernels.
  if (training.fused_norm) file.keys["enable_liger_kernel"] = true;
  const bool fuses_loss = training.fused_norm && training.fused_loss == FusedLoss::fused;
  file.leave_out("training.fused_loss", training.fused_loss != FusedLoss::none && !fuses_loss);
  file.leave_out("training.fused_mlp", training.fuses_mlp() && !training.fused_norm);
  file.leave_out("training.tiled_mlp", training.tiled_mlp);
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
  ProgramFile file("LLaMA-Factory", document);
  const Training& training = file.plan.training;
  file.keys["model_name_or_path"] = file.model_name();
  set_stage(file);
  set_finetuning(file);
  file.keys["cutoff_len"] = training.sequence_length;
  if (training.attends_within_examples()) file.keys["packing"] = file.keys["neat_packing"] = true;
  file.keys["output_dir"] = "out";
  file.keys["num_train_epochs"] = 1.0;
  file.set_arguments();
  file.set_evaluated_share("val_size");
  file.keys.erase("gradient_checkpointing");  // LLaMA-Factory sets that itself, by its own key
  file.keys["disable_gradient_checkpointing"] = !file.recomputes();
  file.leave_out("training.checkpoints_on_host", training.checkpoints_on_host);
  file.leave_out("training.sequence_parallel", training.sequence_parallel > 1);
  set_speedups(file);
  if (training.data_workers > 0) file.keys["dataloader_num_workers"] = training.data_workers;
  file.keys["deepspeed"] = "ds_config.json";
  return file.exported({{"llama_factory.yaml",
                         file.text("dataset, template, learning_rate, num_train_epochs, output_dir"), false},
                        run_script(file.plan, "LLaMA-Factory", command(file.plan))});
}

}  // namespace zp
