// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/program_file_json.h"

/// Export for axolotl 0.18: utils/schemas/config.py, peft.py, model.py,
/// training.py; integrations/liger/args.py.
namespace zp {
namespace {

/// Axolotl's name of a method, and the form of its data (prompt_strategies).
struct MethodWords {
  Method method{};
  std::string_view rl, data;
};
constexpr std::array<MethodWords, 7> axolotl_methods = {{
    {Method::sft, "", "chat_template"},
    {Method::pretrain, "", "completion"},
    {Method::reward, "", "bradley_terry.chat_template"},
    {Method::dpo, "dpo", "chat_template.default"},
    {Method::orpo, "orpo", "chat_template.argilla"},
    {Method::kto, "kto", "llama3.argilla"},
    {Method::grpo, "grpo", "rewards.prompts"},
}};

void set_axolotl_method(ProgramFile& file) {
  const Method method = file.plan.training.method.method;
  const MethodWords& row = file.method_row(axolotl_methods, "they train with supervised examples");
  if (!row.rl.empty()) file.keys["rl"] = row.rl;
  if (method == Method::reward) {
    file.keys["reward_model"] = true;
    file.keys["model_type"] = "AutoModelForSequenceClassification";
    file.keys["num_labels"] = 1;
  }
  if (method == Method::grpo) {
    const MethodSettings& settings = file.plan.training.method;
    file.keys["trl"] = {{"max_completion_length", settings.completion_length},
                        {"reward_funcs", {"rewards.reward"}}};
    file.leave_out("training.generation", settings.generation != Generation::automatic);
  }
  file.keys["datasets"] = text_io::Json::array({{{"path", "path/to/data"}, {"type", row.data}}});
}

void set_axolotl_adapters(ProgramFile& file) {
  const Training& training = file.plan.training;
  if (!training.has_adapters()) return;
  const bool is_nf4 = training.frozen_precision == FrozenPrecision::nf4;
  file.keys["adapter"] = is_nf4 ? "qlora" : "lora";
  if (training.quantizes_frozen()) file.keys[is_nf4 ? "load_in_4bit" : "load_in_8bit"] = true;
  file.leave_out("training.double_quantization", is_nf4 && !training.double_quantization,
                 "Axolotl quantises the scales too");
  file.set_adapters({"lora_r", "lora_target_modules", "lora_modules_to_save", "peft_use_dora"});
}

void set_axolotl_kernels(ProgramFile& file) {
  const Training& training = file.plan.training;
  file.keys["attn_implementation"] =
      file.attention("eager", "sdpa", "flash_attention_2", "flash_attention_3");
  const bool fuses_loss = training.fused_loss == FusedLoss::fused;
  if (training.fused_norm || training.fuses_mlp() || fuses_loss)
    file.keys["plugins"] = {"axolotl.integrations.liger.LigerPlugin"};
  if (training.fused_norm) file.keys["liger_rms_norm"] = true;
  if (training.fuses_mlp()) file.keys["liger_glu_activation"] = true;
  if (fuses_loss) file.keys["liger_fused_linear_cross_entropy"] = true;
  if (training.fused_loss == FusedLoss::chunked) file.keys["chunked_cross_entropy"] = true;
  file.leave_out("training.fused_loss", training.fused_loss > FusedLoss::fused);
  if (training.tiled_mlp) file.keys["tiled_mlp"] = true;
}

}  // namespace

ProgramExport write_for_axolotl(const PlanDocument& document) {
  ProgramFile file("Axolotl", document);
  const Training& training = file.plan.training;
  file.keys["base_model"] = file.model_name();
  set_axolotl_method(file);
  set_axolotl_adapters(file);
  file.keys["sequence_len"] = training.sequence_length;
  file.keys["pad_to_sequence_len"] = true;
  if (training.attends_within_examples()) file.keys["sample_packing"] = true;
  file.keys["num_epochs"] = 1;
  file.keys["output_dir"] = "out";
  file.keys["learning_rate"] = 1e-4;  // required, even if the program builds the optimizer
  file.set_arguments({{"per_device_train_batch_size", "micro_batch_size"},
                      {"per_device_eval_batch_size", "eval_batch_size"},
                      {"optim", "optimizer"}});
  file.keys.erase("eval_accumulation_steps");
  file.set_evaluated_share("val_set_size");
  file.leave_out("training.eval_kept_batches", training.eval_kept_batches > 0);
  file.keys["bf16"] = training.precision == Precision::bf16;
  file.keys["fp16"] = training.precision == Precision::fp16;
  file.keys["gradient_checkpointing"] = file.recomputes();
  if (training.checkpoints_on_host) file.keys["activation_offloading"] = "legacy";
  set_axolotl_kernels(file);
  if (training.data_workers > 0) file.keys["dataloader_num_workers"] = training.data_workers;
  file.leave_out("training.sequence_parallel", training.sequence_parallel > 1,
                 "its context_parallel_size is ring attention, not DeepSpeed's Ulysses");
  file.keys["deepspeed"] = "ds_config.json";
  return file.exported(
      {{"axolotl.yaml", file.text("datasets, learning_rate, num_epochs, output_dir"), false},
       run_script(file.plan, "Axolotl",
                  "exec axolotl train axolotl.yaml --launcher torchrun \"$@\" -- \\\n      " +
                      torchrun_options(file.plan))});
}

}  // namespace zp
