// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/export/accelerate_json.h"
#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/program_file_json.h"
#include "core/text/letters.h"

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

/// The chat template of models whose name, without its owner, begins and ends so.
struct FactoryTemplate {
  std::string_view begins, ends, name;
};
/// The first row that matches counts (src/llamafactory/extras/constants.py at ff6d4d12e,
/// register_model_group).
constexpr auto factory_templates = std::to_array<FactoryTemplate>({
    {"qwen2-vl-", "", "qwen2_vl"},
    {"qwen2.5-vl-", "", "qwen2_vl"},
    {"qwen3-vl-", "-instruct", "qwen3_vl_nothink"},
    {"qwen3-vl-", "-thinking", "qwen3_vl"},
    {"llava-1.5-", "-hf", "llava"},
    {"llava-v1.6-mistral-7b", "-hf", "llava_next_mistral"},
    {"paligemma", "", "paligemma"},
    {"gemma-3-4b", "", "gemma3"},
    {"gemma-3-12b", "", "gemma3"},
    {"gemma-3-27b", "", "gemma3"},
    {"llama-3.2-11b-vision", "", "mllama"},
    {"llama-3.2-90b-vision", "", "mllama"},
    {"pixtral-12b", "", "pixtral"},
    {"kimi-vl-a3b-instruct", "", "kimi_vl"},
    {"glm-4.5v", "", "glm4_5v"},
    {"minicpm-v-2_6", "", "minicpm_v"},
    {"llama-4-", "", "llama4"},
    {"llama-2-", "", "llama2"},
    {"meta-llama-3", "", "llama3"},
    {"llama-3.1-", "", "llama3"},
    {"llama-3.2-1b", "", "llama3"},
    {"llama-3.2-3b", "", "llama3"},
    {"llama-3.3-", "", "llama3"},
    {"mistral-7b-", "", "mistral"},
    {"mixtral-8x", "", "mistral"},
    {"qwen2.5-omni", "", "qwen2_omni"},
    {"qwen2-audio", "", "qwen2_audio"},
    {"qwen2.5-", "", "qwen"},
    {"qwen2-", "", "qwen"},
    {"gemma-2b", "", "gemma"},
    {"gemma-7b", "", "gemma"},
    {"gemma-2-", "", "gemma2"},
    {"phi-4-mini", "", "phi4_mini"},
    {"gpt-oss-", "", "gpt_oss"},
    {"deepseek-r1-distill", "", "deepseekr1"},
    {"deepseek-v3", "", "deepseek3"},
});

/// Returns the template of a model of Hugging Face; "default" if no row is known for it.
std::string_view factory_template(std::string_view repository) {
  const std::string name = lower_case(repository.substr(repository.rfind('/') + 1));
  const auto* const row = std::ranges::find_if(factory_templates, [&](const FactoryTemplate& each) {
    return name.starts_with(each.begins) && name.ends_with(each.ends);
  });
  return row == factory_templates.end() ? "default" : row->name;
}

/// Returns the demonstration data of a stage; of models with a tower, data with images
/// (data/dataset_info.json).
std::string_view factory_data(const Plan& plan, const Stage& row) {
  if (!plan.model.has_vision()) return row.data;
  if (row.stage == "sft") return "mllm_demo";
  return row.stage == "dpo" ? "rlhf_v" : row.data;
}

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
  file.keys["dataset"] = factory_data(file.plan, row);
  file.keys["template"] = factory_template(file.keys["model_name_or_path"].get<std::string>());
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
  if (file.plan.training.method.is_plain()) file.note_liger_switch();
  file.keys.erase("gradient_checkpointing");  // LLaMA-Factory sets it from its own key
  file.set_evaluated_share("val_size");
  set_framework(file);
  const std::string open = file.keys["template"] == "default" ? "template, " : "";
  return file.exported(
      {{"llama_factory.yaml", file.text("dataset, " + open + "learning_rate, num_train_epochs, output_dir"),
        false},
       run_script(file.plan, "LLaMA-Factory", command(file.plan))});
}

}  // namespace zp
