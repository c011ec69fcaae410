// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/export/accelerate_json.h"
#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/method_arguments.h"
#include "core/export/program_file_json.h"
#include "core/sharding/program_way.h"
#include "core/sharding/roles.h"
#include "core/sharding/sharding.h"
#include "core/text/quoting.h"

/// Export for verl 0.8: trainer/main_ppo.py and trainer/fsdp_sft_trainer.py, whose settings are Hydra
/// overrides (trainer/config). verl_limits.cpp refuses what it cannot train.
namespace zp {
namespace {

using text_io::Json;

std::string of_policy(std::string_view key) { return "actor_rollout_ref.actor." + std::string(key); }
std::string of_model(std::string_view key) { return "actor_rollout_ref.model." + std::string(key); }
std::string of_rollout(std::string_view key) { return "actor_rollout_ref.rollout." + std::string(key); }
std::string of_reference(std::string_view key) { return "actor_rollout_ref.ref." + std::string(key); }

/// Returns a value in Hydra's grammar: a text is quoted unless it consists of plain letters.
std::string hydra_value(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
  std::string text;
  if (value.is_array()) {
    for (const Json& child : value)
      text += (text.empty() ? "" : ",") + hydra_value(child);
    return '[' + text + ']';
  }
  if (!value.is_string()) return value.dump();
  const std::string text_value = value.get<std::string>();
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
           c == '.' || c == '_' || c == '-';
  };
  if (!text_value.empty() && std::ranges::all_of(text_value, is_plain)) return text_value;
  // In a quoted text, backslashes are escapes only before a quote and at the end.
  std::size_t backslashes = 0;
  for (const char c : text_value) {
    if (c == '\'') text += std::string(backslashes + 1, '\\');
    backslashes = c == '\\' ? backslashes + 1 : 0;
    text += c;
  }
  text += std::string(backslashes, '\\');
  return '\'' + text + '\'';
}

/// Returns the position of a key's section among verl's sections, in the order of its examples.
std::size_t place_of_section(std::string_view key) {
  constexpr std::array<std::string_view, 10> sections = {"algorithm.",
                                                         "data.",
                                                         "actor_rollout_ref.model.",
                                                         "actor_rollout_ref.actor.",
                                                         "actor_rollout_ref.ref.",
                                                         "actor_rollout_ref.rollout.",
                                                         "critic.",
                                                         "reward_model.",
                                                         "model.",
                                                         "optim."};
  const auto* const found =
      std::ranges::find_if(sections, [&](std::string_view section) { return key.starts_with(section); });
  if (found != sections.end()) return static_cast<std::size_t>(found - sections.begin());
  return sections.size() + (key.starts_with("trainer.") ? 1 : 0);
}

/// Returns the settings as overrides, each on its own line that continues the previous one. Keys that verl's
/// configuration lacks are added with a plus sign.
std::string override_lines(const ProgramFile& file) {
  std::vector<std::pair<std::string, Json>> settings;
  for (const auto& [key, value] : file.keys.items())
    settings.emplace_back(key, value);
  std::ranges::stable_sort(settings, {}, [](const auto& setting) { return place_of_section(setting.first); });
  std::string lines;
  for (const auto& [key, value] : settings) {
    const bool is_added = key.find(".override_config.") != std::string::npos ||
                          key.find(".override_optimizer_config.") != std::string::npos;
    const std::string word = (is_added ? "+" : "") + key + '=' + hydra_value(value);
    lines += " \\\n      " + bash_words(std::vector{word});
  }
  return lines;
}

/// Sets the optimizer's hyperparameters that the plan states, in the section `optim`. Otherwise verl's own
/// defaults apply, which differ considerably between its two commands.
void set_verl_optimizer(ProgramFile& file, const std::string& optim, const std::string& clipping) {
  const StatedOptimizer stated = file.stated_optimizer();
  file.set_stated(clipping, stated.max_norm);
  file.set_stated(optim + ".lr", stated.learning_rate);
  file.set_stated(optim + ".weight_decay", stated.weight_decay);
  file.set_stated(optim + ".override_optimizer_config.eps", stated.epsilon);
  file.set_stated(optim + ".betas", stated.betas);
  // PyTorch's default without a fused kernel is its foreach implementation, over lists of tensors.
  if (file.plan.training.optimizer_kernel != OptimizerKernel::fused) file.state("training.optimizer_kernel");
}

/// Returns the learning rate's key for the list of values to fill in; "" if the plan states it.
std::string rate_to_fill_in(const ProgramFile& file, const std::string& optim) {
  return file.keys.contains(optim + ".lr") ? "" : optim + ".lr, ";
}

/// Sets the cluster, and the settings that every run needs.
void set_verl_trainer(ProgramFile& file) {
  file.keys["trainer.nnodes"] = file.plan.cluster.nodes;
  file.keys["trainer.n_gpus_per_node"] = file.plan.cluster.gpus_per_node;
  if (!file.keys.contains("trainer.total_training_steps")) file.keys["trainer.total_epochs"] = 1;
  file.keys["trainer.logger"] = {"console"};
  file.keys["trainer.default_local_dir"] = "out";
}

void set_verl_adapters(ProgramFile& file, const std::string& model) {
  const Lora& lora = file.plan.training.lora;
  if (!file.plan.training.has_adapters()) return;
  file.keys[model + "lora_rank"] = lora.rank;
  file.keys[model + "lora_alpha"] = 2 * lora.rank;
  // main_ppo's model config takes a single text, which PEFT reads as a pattern for full module names
  // (workers/config/model.py, target_modules).
  std::string modules;
  bool has_all = true;
  for (const LoraTargetName& row : lora_target_names())
    if ((lora.targets & row.target) != 0)
      modules += (modules.empty() ? "" : "|") + std::string(row.name);
    else
      has_all = false;
  file.keys[model + "target_modules"] = has_all ? "all-linear" : ".*[.](" + modules + ')';
  file.state("training.lora.rank");
}

void set_verl_shards(ProgramFile& file) {
  const Plan& plan = file.plan;
  const std::string section = of_policy("fsdp_config.");
  const bool is_first = program_way(plan).framework == ProgramFramework::fsdp1;
  file.keys[of_policy("strategy")] = is_first ? "fsdp" : "fsdp2";
  if (plan.zero.stage < 3) file.keys[section + "reshard_after_forward"] = false;
  if (const Sharding sharding = sharding_of(plan); sharding.replicas > 1)
    file.keys[section + "fsdp_size"] = sharding.ranks;
  if (homes_of(plan).weights != Device::none) file.keys[section + "offload_policy"] = true;
}

void set_verl_engine(ProgramFile& file) {
  const MethodSettings& method = file.plan.training.method;
  const RolloutBatch batch = rollout_batch_of(file.plan);
  const std::int64_t micro = file.plan.training.micro_batch_size;
  const bool has_reference = reference_of(file.plan) != Reference::none;
  file.keys[of_rollout("name")] = "vllm";
  file.keys[of_rollout("n")] = batch.samples;
  file.keys[of_rollout("gpu_memory_utilization")] = method.engine_share;
  file.keys[of_rollout("tensor_model_parallel_size")] = method.engine_ranks;
  file.keys[of_rollout("free_cache_engine")] = method.engine_sleeps;
  // With adapters, the engine loads the base model itself and receives only the adapters.
  if (file.plan.training.has_adapters()) file.keys[of_rollout("load_format")] = "safetensors";
  if (file.plan.training.precision == Precision::fp16) file.keys[of_rollout("dtype")] = "float16";
  const std::int64_t scored = method.rollout.scored_batch > 0 ? method.rollout.scored_batch : micro;
  file.keys[of_rollout("log_prob_micro_batch_size_per_gpu")] = scored;
  if (rests_weights(method.rests_on_host)) file.keys[of_policy("fsdp_config.param_offload")] = true;
  if (rests_optimizer(method.rests_on_host)) file.keys[of_policy("fsdp_config.optimizer_offload")] = true;
  const bool is_grpo = method.method == Method::grpo;
  file.keys[is_grpo ? of_policy("use_kl_loss") : "algorithm.use_kl_in_reward"] = has_reference;
  if (has_reference) {
    if (file.plan.training.precision == Precision::fp16)
      file.keys[of_reference("fsdp_config.dtype")] = "float16";
    file.keys[of_reference("log_prob_micro_batch_size_per_gpu")] = scored;
    // The reference is on the host while unused in any case (workers/fsdp_workers.py, cpu_offload).
    if (method.of(RoleName::reference).offload_param == RoleDevice::cpu)
      file.keys[of_reference("fsdp_config.param_offload")] = true;
  }
  file.leave_out("training.reference",
                 file.plan.training.has_adapters() && reference_of(file.plan) == Reference::model,
                 "the reference is the policy with its adapters switched off");
  file.state(
      "training.generation training.completion_length training.engine_share training.engine_ranks "
      "training.engine_sleeps training.rests_on_host training.reference training.rl.samples "
      "training.rl.prompts training.rl.scored_batch");
}

/// Sets the critic's training to the policy's, under the critic's own keys.
void set_critic(ProgramFile& file) {
  const std::array<std::pair<std::string, std::string>, 16> copies = {
      {{of_policy("ppo_micro_batch_size_per_gpu"), "critic.ppo_micro_batch_size_per_gpu"},
       {of_policy("strategy"), "critic.strategy"},
       {of_policy("ulysses_sequence_parallel_size"), "critic.ulysses_sequence_parallel_size"},
       {of_policy("fsdp_config.reshard_after_forward"), "critic.model.fsdp_config.reshard_after_forward"},
       {of_policy("fsdp_config.fsdp_size"), "critic.model.fsdp_config.fsdp_size"},
       {of_policy("fsdp_config.offload_policy"), "critic.model.fsdp_config.offload_policy"},
       {of_policy("fsdp_config.model_dtype"), "critic.model.fsdp_config.model_dtype"},
       {of_policy("fsdp_config.dtype"), "critic.model.fsdp_config.dtype"},
       {of_policy("optim.optimizer"), "critic.optim.optimizer"},
       {of_policy("optim.optimizer_impl"), "critic.optim.optimizer_impl"},
       {of_policy("optim.override_optimizer_config.fused"), "critic.optim.override_optimizer_config.fused"},
       {of_model("tiled_mlp.enabled"), "critic.model.tiled_mlp.enabled"},
       {of_model("use_remove_padding"), "critic.model.use_remove_padding"},
       {of_model("enable_gradient_checkpointing"), "critic.model.enable_gradient_checkpointing"},
       {of_model("enable_activation_offload"), "critic.model.enable_activation_offload"},
       {of_model("override_config.attn_implementation"),
        "critic.model.override_config.attn_implementation"}}};
  const SharedModelPreset& own = file.plan.training.method.of(RoleName::critic).preset;
  const bool is_named = own && !own->hf_id.empty();
  file.keys["critic.model.path"] = is_named ? Json(own->hf_id) : file.keys[of_model("path")];
  for (const auto& [from, to] : copies)
    if (file.keys.contains(from)) file.keys[to] = file.keys[from];
}

/// Sets a reward model if the plan has one on these GPUs; otherwise rewards come from a function.
void set_reward(ProgramFile& file) {
  const RoleList roles = roles_of(file.plan);
  const Role* const role = roles.find(RoleName::reward);
  if (role == nullptr || !role->is_colocated()) return;
  const SharedModelPreset& own = file.plan.training.method.of(RoleName::reward).preset;
  file.keys["reward_model.enable"] = true;
  file.keys["reward_model.model.path"] =
      own && !own->hf_id.empty() ? own->hf_id : std::string("path/to/reward/model");
  file.keys["reward_model.strategy"] = file.keys[of_policy("strategy")];
  file.keys["reward_model.use_reward_loop"] = false;  // run by FSDP, like the other models
  file.keys["reward_model.micro_batch_size_per_gpu"] = file.plan.training.micro_batch_size;
  file.keys["reward_model.model.fsdp_config.param_offload"] = true;
}

void leave_out_roles(ProgramFile& file) {
  const RoleList roles = roles_of(file.plan);
  const MethodSettings& method = file.plan.training.method;
  const bool is_elsewhere =
      std::any_of(roles.begin(), roles.end(), [](const Role& role) { return !role.is_colocated(); });
  file.leave_out("training.roles", is_elsewhere || method.of(RoleName::reference).has_own_model(),
                 "every model is on the GPUs that train, and the reference is the policy's model");
}

std::string write_main_ppo(ProgramFile& file) {
  const Plan& plan = file.plan;
  const MethodSettings& method = plan.training.method;
  const bool is_ppo = method.method == Method::ppo;
  const AttentionKernel kernel = plan.training.attention_kernel;
  const bool is_flash = plan.training.attention == Attention::sdpa &&
                        (kernel == AttentionKernel::flash_2 || kernel == AttentionKernel::flash_3);
  file.keys["algorithm.adv_estimator"] = is_ppo ? "gae" : "grpo";
  file.keys["data.train_files"] = "path/to/train.parquet";
  file.keys["data.val_files"] = "path/to/test.parquet";
  file.keys["data.train_batch_size"] = rollout_batch_of(plan).prompts;
  file.keys["data.max_response_length"] = method.completion_length;
  file.keys[of_model("path")] = file.model_name();
  // Without padding, the kernel needs the end of each sequence.
  file.keys[of_model("use_remove_padding")] = is_flash;
  set_verl_adapters(file, of_model(""));
  set_verl_shards(file);
  file.set_settings(SettingColumn::verl);
  set_verl_optimizer(file, of_policy("optim"), of_policy("grad_clip"));
  set_verl_engine(file);
  if (is_ppo) {
    set_critic(file);
    set_reward(file);
  }
  leave_out_roles(file);
  set_verl_trainer(file);
  const std::string reward =
      file.keys.contains("reward_model.enable") ? "reward_model.model.path" : "custom_reward_function.path";
  return "# Yours to fill in: data.train_files, data.val_files, " +
         rate_to_fill_in(file, "actor_rollout_ref.actor.optim") + reward +
         ",\n# trainer.default_local_dir; arguments given to this script come later and win.\n" +
         ray_command(plan, "python3 -m verl.trainer.main_ppo" + override_lines(file) + " \"$@\"");
}

std::string write_sft(ProgramFile& file) {
  const Plan& plan = file.plan;
  file.keys["data.train_files"] = "path/to/train.parquet";
  file.keys["data.val_files"] = "path/to/test.parquet";
  file.keys["model.partial_pretrain"] = file.model_name();
  const bool is_first = program_way(plan).framework == ProgramFramework::fsdp1;
  file.keys["model.strategy"] = is_first ? "fsdp" : "fsdp2";
  if (homes_of(plan).weights != Device::none) {
    file.keys["model.fsdp_config.cpu_offload"] = true;
    file.keys["model.fsdp_config.offload_params"] = true;
  }
  set_verl_adapters(file, "model.");
  file.set_settings(SettingColumn::verl_sft);
  if (plan.training.sequence_parallel > 1) file.keys["use_remove_padding"] = true;
  set_verl_optimizer(file, "optim", "optim.clip_grad");
  set_verl_trainer(file);
  return "# Yours to fill in: data.train_files, data.val_files, data.prompt_key, data.response_key, " +
         rate_to_fill_in(file, "optim") +
         "trainer.default_local_dir;\n# arguments given to this script come later and win.\n"
         "exec torchrun " +
         torchrun_options(plan) + " \\\n      -m verl.trainer.fsdp_sft_trainer" + override_lines(file) +
         " \"$@\"";
}

}  // namespace

ProgramExport write_for_verl(const PlanDocument& source) {
  PlanDocument document = source;
  document.plan.target.flavour = Flavour::plain;  // without Trainer, "auto" would not be filled in
  ProgramFile file("verl", "./run.sh", std::move(document));
  file.use_defaults_of("verl", "");
  const Plan& plan = file.plan;
  const Method method = plan.training.method.method;
  const bool generates = row_of(method).generates;
  file.leave_out("training.method", !generates && method != Method::sft, "verl's SFT trainer is started");
  file.state("training.method");
  file.leave_out("training.fsdp_wrap", !is_deepspeed(plan) && plan.training.fsdp_wrap == FsdpWrap::all,
                 "verl wraps the blocks");
  const std::string command = generates ? write_main_ppo(file) : write_sft(file);
  file.state("training.fsdp_version training.shard_ranks training.fsdp_wrap training.precision");
  return file.exported({run_script(plan, "verl", command)});
}

}  // namespace zp
