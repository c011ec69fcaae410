// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/export/accelerate_json.h"
#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/program_file_json.h"
#include "core/export/sections.h"
#include "core/sharding/sharding.h"

/// Export for axolotl 0.18: utils/schemas/config.py, peft.py, model.py,
/// training.py; integrations/liger/args.py.
namespace zp {
namespace {

/// Axolotl's name of a method, and its type of data set (prompt_strategies).
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
    file.state("training.completion_length");
  }
  // Label columns are not arguments of the model's forward (schemas/validation.py, check_kto_config).
  if (method == Method::kto) file.keys["remove_unused_columns"] = false;
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
  file.state("training.double_quantization");
  if (training.quantize_experts && file.plan.model.architecture.has_experts())
    file.keys["quantize_moe_experts"] = true;
  file.state("training.quantize_experts");
  file.set_adapters({"lora_r", "lora_target_modules", "lora_modules_to_save", "peft_use_dora"});
}

/// Adds the plugin that the plan's kernels need.
void set_plugins(ProgramFile& file) {
  for (const char* key : {"liger_rms_norm", "liger_glu_activation", "liger_fused_linear_cross_entropy"})
    if (file.keys.contains(key)) file.keys["plugins"] = {"axolotl.integrations.liger.LigerPlugin"};
}

/// Sets FSDP and the groups of ranks that share a sequence or replicate the shards (schemas/fsdp.py,
/// config.py). tensor_parallel_size is DeepSpeed's AutoTP.
void set_axolotl_framework(ProgramFile& file) {
  const Plan& plan = file.plan;
  const int version = fsdp_version_of(plan);
  if (plan.training.tensor_parallel > 1) file.keys["tensor_parallel_size"] = plan.training.tensor_parallel;
  if (is_deepspeed(plan)) {
    file.keys["deepspeed"] = "ds_config.json";
    return;
  }
  if (version == 0) return;
  file.keys["fsdp_version"] = version;
  const bool wraps_blocks = plan.training.fsdp_wrap != FsdpWrap::none;
  text_io::Json section = {{"auto_wrap_policy", wraps_blocks ? "TRANSFORMER_BASED_WRAP" : "NO_WRAP"},
                           {"cpu_ram_efficient_loading", true},
                           {"offload_params", homes_of(plan).weights != Device::none},
                           {"reshard_after_forward", plan.zero.stage == 3},
                           {"state_dict_type", "FULL_STATE_DICT"}};
  if (version == 1) section["sync_module_states"] = section["use_orig_params"] = true;
  if (wraps_checkpoints(plan)) section["activation_checkpointing"] = true;
  file.keys["fsdp_config"] = section;
  if (const Sharding sharding = sharding_of(plan); sharding.replicas > 1) {
    // Context-parallel ranks also shard the weights (accelerate parallelism_config.py,
    // dp_shard_cp_dim_names).
    file.keys["dp_shard_size"] = std::max(1, sharding.ranks / std::max(1, plan.training.context_parallel));
    file.keys["dp_replicate_size"] = sharding.replicas;
  }
  if (plan.training.context_parallel > 1) file.keys["context_parallel_size"] = plan.training.context_parallel;
  file.state(fsdp_plan_keys);
}

}  // namespace

ProgramExport write_for_axolotl(const PlanDocument& document) {
  ProgramFile file("Axolotl", "axolotl", "./run.sh", document);
  file.keys["base_model"] = file.model_name();
  set_axolotl_method(file);
  set_axolotl_adapters(file);
  file.keys["pad_to_sequence_len"] = true;
  file.keys["num_epochs"] = 1;
  file.keys["output_dir"] = "out";
  // Required, even if the program creates the optimizer.
  file.keys["learning_rate"] = usual_learning_rate(file.plan.training);
  file.set_settings(SettingColumn::axolotl);
  file.set_evaluated_share("val_set_size");
  set_plugins(file);
  set_axolotl_framework(file);
  return file.exported(
      {{"axolotl.yaml", file.text("datasets, learning_rate, num_epochs, output_dir"), false},
       run_script(file.plan, "Axolotl",
                  "exec axolotl train axolotl.yaml --launcher torchrun \"$@\" -- \\\n      " +
                      torchrun_options(file.plan))});
}

}  // namespace zp
