// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/method_arguments.h"
#include "core/export/program_file_json.h"
#include "core/sharding/roles.h"
#include "core/text/quoting.h"

/// Export for OpenRLHF 0.11: cli/train_{sft,rm,dpo,ppo_ray}.py. It creates its ds_config from these arguments
/// (utils/deepspeed/deepspeed_utils.py). openrlhf_limits.cpp refuses what it cannot train.
namespace zp {
namespace {

using text_io::Json;

struct RlhfCommand {
  Method method{};
  std::string_view command;
};
constexpr std::array<RlhfCommand, 6> rlhf_commands = {{{Method::sft, "train_sft"},
                                                       {Method::pretrain, "train_sft"},
                                                       {Method::reward, "train_rm"},
                                                       {Method::dpo, "train_dpo"},
                                                       {Method::ppo, "train_ppo_ray"},
                                                       {Method::grpo, "train_ppo_ray"}}};

/// Returns train_ppo_ray's name for an argument of the other commands: policy arguments have a section
/// prefix.
std::string name_by_ray(const std::string& key) {
  if (key.starts_with("model.")) return "actor." + key.substr(key.find('.') + 1);
  if (key.starts_with("adam.") || key == "optim" || key == "max_norm") return "actor." + key;
  return key;
}

/// Returns the arguments, each on its own line that continues the previous one. A switch is written by its
/// name, or omitted.
std::string rlhf_lines(const ProgramFile& file, bool is_by_ray) {
  std::string lines;
  for (const auto& [key, value] : file.keys.items()) {
    if (value.is_boolean() && !value.get<bool>()) continue;
    std::vector<std::string> words = {"--" + (is_by_ray ? name_by_ray(key) : key)};
    const auto add = [&words](const Json& item) {
      if (!item.is_boolean()) words.push_back(item.is_string() ? item.get<std::string>() : item.dump());
    };
    if (value.is_array())
      std::ranges::for_each(value, add);
    else
      add(value);
    lines += " \\\n      " + bash_words(words);
  }
  return lines;
}

/// Sets the hyperparameters of the optimizer that the plan states; otherwise each command uses its own
/// defaults.
void set_rlhf_optimizer(ProgramFile& file) {
  file.keys["optim"] = file.plan.training.optimizer == Optimizer::muon ? "muon" : "adam";
  file.state("training.optimizer");
  const StatedOptimizer stated = file.stated_optimizer();
  file.set_stated("max_norm", stated.max_norm);
  file.set_stated("adam.lr", stated.learning_rate);
  file.set_stated("adam.weight_decay", stated.weight_decay);
  file.set_stated("adam.eps", stated.epsilon);
  file.set_stated("adam.betas", stated.betas);
}

void set_rlhf_zero(ProgramFile& file) {
  const Zero& zero = file.plan.zero;
  file.keys["ds.zero_stage"] = zero.stage;
  if (zero.offload_optimizer.device != Device::none) file.keys["ds.adam_offload"] = true;
  if (zero.zero_hpz_partition_size > 1) file.keys["ds.zpg"] = zero.zero_hpz_partition_size;
  if (zero.overlaps() && zero.stage < 3) file.keys["ds.overlap_comm"] = true;
  if (file.plan.training.context_parallel > 1) file.keys["ds.packing_samples"] = true;
}

void set_rlhf_adapters(ProgramFile& file) {
  const Training& training = file.plan.training;
  if (!training.has_adapters()) return;
  file.keys["ds.lora.rank"] = training.lora.rank;
  file.keys["ds.lora.alpha"] = 2 * training.lora.rank;
  file.keys["ds.lora.dropout"] = training.lora.dropout;
  Json modules = Json::array();
  for (const LoraTargetName& row : lora_target_names())
    if ((training.lora.targets & row.target) != 0) modules.push_back(row.name);
  file.keys["ds.lora.target_modules"] = modules;
  if (training.frozen_precision == FrozenPrecision::nf4) {
    file.keys["ds.load_in_4bit"] = true;
    file.leave_out("training.double_quantization", !training.double_quantization,
                   "the scales are quantised too");
    file.state("training.double_quantization");
  }
  file.state("training.lora.rank training.lora.dropout training.frozen_precision");
}

void set_rlhf_reference(ProgramFile& file) {
  const Reference reference = reference_of(file.plan);
  const RoleList roles = roles_of(file.plan);
  const Role* const role = roles.find(RoleName::reference);
  if (role != nullptr && role->is_on_host) file.keys["ref.offload"] = true;
  const MethodRow& method = row_of(file.plan.training.method.method);
  const bool has_any = method.has_reference || method.takes_reference;
  const bool can_be_none = method.generates;
  file.leave_out("training.reference",
                 has_any && (reference == Reference::adapter || reference == Reference::precomputed ||
                             (reference == Reference::none && !can_be_none)),
                 "the reference is a separate model");
  if (has_any) file.state("training.reference");
}

/// Sets the number of GPUs of a model's processes to the policy's.
void set_group(ProgramFile& file, const std::string& name) {
  file.keys[name + ".num_nodes"] = file.plan.cluster.nodes;
  file.keys[name + ".num_gpus_per_node"] = file.plan.cluster.gpus_per_node;
}

void set_rlhf_engine(ProgramFile& file, bool is_colocated) {
  const MethodSettings& method = file.plan.training.method;
  const int gpus = !is_colocated && method.rollout.engine_gpus > 0 ? method.rollout.engine_gpus
                                                                   : file.plan.cluster.ranks();
  file.keys["vllm.num_engines"] = std::max(gpus / std::max(method.engine_ranks, 1), 1);
  file.keys["vllm.tensor_parallel_size"] = method.engine_ranks;
  file.keys["vllm.gpu_memory_utilization"] = method.engine_share;
  if (is_colocated) {
    file.keys["train.colocate_all"] = true;
    file.keys["vllm.enable_sleep"] = method.engine_sleeps;
    file.keys["ds.enable_sleep"] = rests_optimizer(method.rests_on_host);
    file.leave_out("training.rests_on_host", rests_weights(method.rests_on_host),
                   "the weights stay on the GPUs");
  }
  if (!is_colocated && method.rollout.overlaps) file.keys["train.async_enable"] = true;
  file.state(
      "training.generation training.completion_length training.engine_share training.engine_ranks "
      "training.engine_sleeps training.rests_on_host training.rl.samples training.rl.prompts "
      "training.rl.engine_gpus training.rl.one_step_off training.rl.scored_batch");
}

/// Sets the models other than the policy, and their batch.
void set_rlhf_models(ProgramFile& file, bool is_colocated) {
  const MethodSettings& method = file.plan.training.method;
  const RoleList roles = roles_of(file.plan);
  const bool is_grpo = method.method == Method::grpo;
  const auto own_name = [&](RoleName name, const std::string& fallback) {
    const SharedModelPreset& own = method.of(name).preset;
    return own && !own->hf_id.empty() ? own->hf_id : fallback;
  };
  const bool has_reference = reference_of(file.plan) != Reference::none;
  set_group(file, "actor");
  if (has_reference) set_group(file, "ref");
  const Role* const reference = roles.find(RoleName::reference);
  if (!is_colocated && reference != nullptr && reference->is_colocated())
    file.keys["train.colocate_actor_ref"] = true;
  constexpr double usual_coefficient = 0.01;
  file.keys["algo.kl.init_coef"] = has_reference ? usual_coefficient : 0.0;
  if (is_grpo) {
    file.keys["algo.advantage.estimator"] = "group_norm";
    if (has_reference) file.keys["algo.kl.use_loss"] = true;
    if (has_reference) file.keys["algo.kl.estimator"] = "k3";
    file.keys["reward.remote_url"] = "path/to/reward_func.py";
    return;
  }
  set_group(file, "critic");
  set_group(file, "reward");
  file.keys["critic.model_name_or_path"] =
      own_name(RoleName::critic, file.keys["model.model_name_or_path"].get<std::string>());
  file.keys["reward.model_name_or_path"] = own_name(RoleName::reward, "path/to/reward/model");
  const Role* const reward = roles.find(RoleName::reward);
  if (reward != nullptr && reward->is_on_host) file.keys["reward.offload"] = true;
}

/// Sets the arguments that only train_ppo_ray has.
void set_ray(ProgramFile& file) {
  const bool is_colocated = generation_of(file.plan) == Generation::vllm;
  const RolloutBatch batch = rollout_batch_of(file.plan);
  file.keys["data.prompt_dataset"] = "path/to/prompts";
  set_rlhf_models(file, is_colocated);
  set_rlhf_engine(file, is_colocated);
  file.keys["rollout.batch_size"] = batch.prompts;
  file.keys["rollout.n_samples_per_prompt"] = batch.samples;
  const std::int64_t scored = file.plan.training.method.rollout.scored_batch;
  file.keys["rollout.micro_batch_size"] = scored > 0 ? scored : file.plan.training.micro_batch_size;
  file.keys["rollout.max_new_tokens"] = file.plan.training.method.completion_length;
}

/// Returns the GPUs that train_ppo_ray asks of Ray: one placement group for the policy and what shares its
/// GPUs, and one for each other model (cli/train_ppo_ray.py, train).
int gpus_of_ray(const ProgramFile& file) {
  int gpus = file.plan.cluster.ranks();
  if (file.keys.contains("train.colocate_all")) return gpus;
  for (const std::string name : {"ref", "critic", "reward"}) {
    const bool is_beside = name == "ref" && file.keys.contains("train.colocate_actor_ref");
    if (file.keys.contains(name + ".num_nodes") && !is_beside)
      gpus += file.keys[name + ".num_nodes"].get<int>() * file.keys[name + ".num_gpus_per_node"].get<int>();
  }
  return gpus + file.keys["vllm.num_engines"].get<int>() * file.keys["vllm.tensor_parallel_size"].get<int>();
}

std::string rlhf_start(const ProgramFile& file, std::string_view command, bool is_by_ray) {
  const Plan& plan = file.plan;
  const std::string module = "openrlhf.cli." + std::string(command);
  const std::string arguments = rlhf_lines(file, is_by_ray) + " \"$@\"";
  const std::string data = is_by_ray ? "data.prompt_dataset" : "data.dataset";
  const std::string rate = std::string("--") + (is_by_ray ? "actor." : "") + "adam.lr, ";
  std::string text = "# Yours to fill in: --" + data + " and its keys, " +
                     (file.keys.contains("adam.lr") ? "" : rate) + (is_by_ray ? "the reward, " : "") +
                     "--ckpt.output_dir; arguments given to this script come later and win.\n";
  if (const int gpus = is_by_ray ? gpus_of_ray(file) : 0; gpus > plan.cluster.ranks())
    text += "# It asks Ray for " + std::to_string(gpus) + " GPUs, " + std::to_string(plan.cluster.ranks()) +
            " of them for the policy: the engines, and models that are not beside the policy, have GPUs of "
            "their own. Join those to Ray first.\n";
  if (is_by_ray) return text + ray_command(plan, "python3 -m " + module + arguments);
  if (plan.cluster.nodes > 1)
    return text + "exec torchrun " + torchrun_options(plan) + " \\\n      -m " + module + arguments;
  return text + "exec deepspeed --num_gpus " + std::to_string(plan.cluster.gpus_per_node) +
         " --master_port \"$port\" --module " + module + arguments;
}

}  // namespace

ProgramExport write_for_openrlhf(const PlanDocument& source) {
  PlanDocument document = source;
  document.plan.target.flavour = Flavour::plain;  // without Trainer, "auto" would not be filled in
  ProgramFile file("OpenRLHF", "./run.sh", std::move(document));
  file.use_defaults_of("openrlhf", "");
  const Plan& plan = file.plan;
  if (is_deepspeed(plan))
    file.make_no_config("zero.stage zero.offload_optimizer zero.zero_hpz_partition_size zero.overlap_comm");
  const RlhfCommand& row =
      file.method_row(rlhf_commands, "OpenRLHF has no command for it, and train_sft is started");
  const bool is_by_ray = row_of(row.method).generates;
  file.keys["model.model_name_or_path"] = file.model_name();
  if (row.method == Method::pretrain) file.keys["model.pretrain_mode_enable"] = true;
  if (is_by_ray)
    set_ray(file);
  else
    file.keys["data.dataset"] = "path/to/data";
  set_rlhf_zero(file);
  file.set_settings(SettingColumn::openrlhf);
  if (evaluates(plan)) file.keys["eval.dataset"] = "path/to/eval/data";
  set_rlhf_adapters(file);
  set_rlhf_reference(file);
  set_rlhf_optimizer(file);
  file.keys["ckpt.output_dir"] = "out";
  file.keys["train.max_epochs"] = 1;
  const RoleList roles = roles_of(plan);
  const bool is_apart =
      std::any_of(roles.begin(), roles.end(), [](const Role& role) { return !role.is_colocated(); });
  file.leave_out("training.roles", is_apart && is_by_ray && generation_of(plan) == Generation::vllm,
                 "every model is on the GPUs that train");
  file.state("training.precision training.zero_init");
  return file.exported({run_script(plan, "OpenRLHF", rlhf_start(file, row.command, is_by_ray))});
}

}  // namespace zp
