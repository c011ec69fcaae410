// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rollout_files.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

#include "core/import/key_readers.h"
#include "core/import/program_keys_json.h"
#include "core/plan/optimizers.h"
#include "core/sharding/parallelism.h"
#include "core/text/letters.h"

namespace zp::import_io {
namespace {

/// Reads a micro batch that is stated for all data-parallel ranks together (verl workers/fsdp_workers.py:
/// ppo_micro_batch_size is divided by the data-parallel ranks; trainer/fsdp_sft_trainer.py,
/// _normalize_config_bsz).
void read_micro_batch_of_all(FileKeys& keys, ProgramKeys& plan) {
  for (const std::string_view name :
       {"actor_rollout_ref.actor.ppo_micro_batch_size", "data.micro_batch_size"}) {
    const FileKey* found = find_key(keys, name);
    if (found == nullptr || number_at(keys, name) == 0) continue;
    const std::int64_t ranks = std::max<std::int64_t>(data_parallel_world(plan.document().plan), 1);
    const std::int64_t micro = number_at(keys, name) / ranks;
    if (micro > 0 && number_at(keys, name) % ranks == 0)
      plan.set("training.micro_batch_size", micro, *found);
    else
      plan.list_as_unread(*found, "It counts for all ranks together, and is no multiple of the plan's " +
                                      std::to_string(ranks) + " model replicas.");
    std::erase_if(keys, [&](const FileKey& key) { return key.key == name; });
  }
}

/// Sets the cluster and the parallel degrees before the keys that are divided by them.
void read_ranks_first(const FileKeys& keys, ProgramKeys& plan) {
  for (const FileKey& key : keys)
    for (const ProgramKeyRow* row : rows_of(plan.program(), key.key))
      if (row->path.starts_with("cluster.") || row->path.ends_with("_parallel")) {
        const Reading reading = read_value(row->readers, key);
        if (reading.understood == Understood::value) plan.preset(row->path, reading.value);
      }
}

/// Copies the engine's lengths to the data section's keys if that section lacks them; verl's engine uses the
/// data's lengths by default (config/rollout/rollout.yaml, prompt_length and response_length).
void name_lengths_of_engine(FileKeys& keys) {
  struct LengthName {
    std::string_view of_engine, of_data;
  };
  constexpr auto names =
      std::to_array<LengthName>({{"actor_rollout_ref.rollout.prompt_length", "data.max_prompt_length"},
                                 {"actor_rollout_ref.rollout.response_length", "data.max_response_length"}});
  for (const LengthName& name : names)
    if (number_at(keys, name.of_data) == 0 && number_at(keys, name.of_engine) > 0)
      for (FileKey& key : keys)
        if (key.key == name.of_engine) key.key = name.of_data;
}

/// Removes `n` if Search-R1's n_agent, the number of agent answers per prompt, is above one
/// (verl/trainer/ppo/ray_trainer.py there: the batch is repeated n_agent times before generation).
void settle_answers_of_agents(FileKeys& keys) {
  if (number_at(keys, "actor_rollout_ref.rollout.n_agent") > 1)
    std::erase_if(keys, [](const FileKey& key) { return key.key == "actor_rollout_ref.rollout.n"; });
  else
    std::erase_if(keys, [](const FileKey& key) { return key.key == "actor_rollout_ref.rollout.n_agent"; });
}

/// Returns verl's default length of prompts and of answers, 512 tokens
/// (verl/trainer/config/data/legacy_data.yaml); 0 if the command uses another file, which may have another
/// default.
std::int64_t usual_length(const FileKeys& keys) {
  constexpr std::int64_t of_verl = 512;
  std::string config = word_at(keys, "config_name");
  if (config.ends_with(".yaml")) config.resize(config.rfind('.'));
  return config.empty() || config == "ppo_trainer" || config == "ppo_megatron_trainer" ? of_verl : 0;
}

/// Sets the sequence length to prompt plus answer. `by_default` is 0 if only a missing file states one of the
/// two.
void read_lengths(FileKeys& keys, ProgramKeys& plan, std::int64_t by_default) {
  constexpr std::string_view of_prompt = "data.max_prompt_length", of_answer = "data.max_response_length";
  const auto length_of = [&](std::string_view name) {
    return find_key(keys, name) != nullptr ? number_at(keys, name) : by_default;
  };
  const bool is_stated = find_key(keys, of_prompt) != nullptr && find_key(keys, of_answer) != nullptr;
  const bool generates = std::ranges::any_of(
      keys, [](const FileKey& key) { return key.key.starts_with("actor_rollout_ref.rollout."); });
  const bool has_any = find_key(keys, of_prompt) != nullptr || find_key(keys, of_answer) != nullptr;
  const std::int64_t prompt = length_of(of_prompt), answer = length_of(of_answer);
  const std::string evidence = std::string(of_prompt) + " and " + std::string(of_answer);
  if ((has_any || generates) && prompt > 0 && answer > 0)
    plan.set("training.sequence_length", prompt + answer,
             is_stated ? evidence : evidence + ", " + std::to_string(by_default) + " where not stated");
  else if (has_any)
    plan.note({Severity::ignored, "prompts_not_stated", "training.sequence_length",
               "The file states one of " + evidence + " alone, so that the plan's sequence length was kept.",
               "Set training.sequence_length to prompt and answer together."});
  take_keys(keys, plan, {of_prompt}, "training.sequence_length");
}

/// Reads verl's batches that are filled up to a number of tokens (workers/actor/dp_actor.py,
/// prepare_dynamic_batch; default 16384 tokens by config/actor/actor.yaml). The plan assumes sequences of
/// full length.
void read_batches_of_tokens(FileKeys& keys, ProgramKeys& plan) {
  constexpr std::string_view most = "actor_rollout_ref.actor.ppo_max_token_len_per_gpu",
                             micro = "actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu";
  if (!is_on(keys, batches_of_tokens)) return;
  constexpr std::int64_t by_default = 16384;
  const std::int64_t stated = number_at(keys, most);
  const std::int64_t tokens = stated > 0 ? stated : by_default;
  const std::int64_t sequence = plan.document().plan.training.sequence_length;
  const std::int64_t ranks =
      std::max<std::int64_t>(number_at(keys, "actor_rollout_ref.actor.ulysses_sequence_parallel_size"), 1);
  if (plan.states_plan_key("training.sequence_length") && sequence > 0)
    plan.set("training.micro_batch_size", std::max<std::int64_t>(tokens * ranks / sequence, 1),
             "batches of " + std::to_string(tokens) + " tokens a GPU");
  take_keys(keys, plan, {most, micro, "data.micro_batch_size_per_gpu"}, "training.micro_batch_size");
}

/// Reads whether a reference model is needed, for a KL term in the loss or the reward (verl
/// trainer/ppo/utils.py, need_reference_policy). With adapters, the reference is the policy with adapters off
/// (trainer/ppo/ray_trainer.py, ref_in_actor).
void read_reference(FileKeys& keys, ProgramKeys& plan) {
  constexpr std::string_view in_loss = "actor_rollout_ref.actor.use_kl_loss",
                             in_reward = "algorithm.use_kl_in_reward";
  const bool has_adapters = number_at(keys, "actor_rollout_ref.model.lora_rank") > 0;
  for (const std::string_view name : {in_loss, in_reward})
    if (is_on(keys, name))
      plan.set("training.reference", has_adapters ? "adapter" : "model", std::string(name));
  take_keys(keys, plan, {in_loss, in_reward}, "training.reference");
  constexpr std::string_view waits = "actor_rollout_ref.ref.fsdp_config.param_offload";
  const bool has_model = plan.document().plan.training.method.reference == Reference::model;
  // A plan of verl has it on the host in any case.
  if (has_model && is_on(keys, waits)) take_keys(keys, plan, {waits}, "training.roles");
}

/// Reads the optimizer's class with its module ("torchao.optim.AdamW8bit"), in either command's section.
void read_verl_optimizer(FileKeys& keys, ProgramKeys& plan) {
  for (const std::string section : {"actor_rollout_ref.actor.optim.", "optim."}) {
    const FileKey* const name = find_key(keys, section + "optimizer");
    const FileKey* const module = find_key(keys, section + "optimizer_impl");
    if (name == nullptr) continue;
    const OptimizerRow* row =
        module != nullptr ? optimizer_of_name(module->text + '.' + name->text) : nullptr;
    if (row == nullptr) row = optimizer_of_name(name->text);
    if (row == nullptr) continue;
    plan.set("training.optimizer", name_of(row->optimizer), *name);
    take_keys(keys, plan, {section + "optimizer", section + "optimizer_impl"}, "training.optimizer");
  }
}

/// Reads the prompts per generation, if they differ from the prompts per optimizer step.
void read_generated_prompts(FileKeys& keys, ProgramKeys& plan, std::string_view generated,
                            std::string_view of_one_step) {
  const std::int64_t prompts = number_at(keys, generated), of_step = number_at(keys, of_one_step);
  if (prompts == 0 || of_step == 0) return;
  // The step's batch counts sequences if it is not multiplied by the number of answers, as in Search-R1.
  const bool counts_sequences = number_at(keys, "actor_rollout_ref.rollout.n_agent") > 1;
  if (prompts != of_step || counts_sequences)
    plan.set("training.rl.prompts", prompts, std::string(generated));
  take_keys(keys, plan, {generated}, "training.rl.prompts");
}

}  // namespace

/// Reads the keys that keep weights and optimizer states on the host until the policy trains (verl
/// workers/fsdp_workers.py: load_fsdp_model_to_gpu before each use, offload_fsdp_model_to_cpu after it;
/// EasyR1 likewise). This is not ZeRO offload: the step itself runs on the GPU.
void read_host_rest(FileKeys& keys, ProgramKeys& plan, std::initializer_list<std::string_view> of_weights,
                    std::initializer_list<std::string_view> of_optimizer) {
  std::vector<std::string_view> names;
  std::vector<std::string> evidence;
  const auto is_asked = [&](std::initializer_list<std::string_view> of_one) {
    const std::size_t before = evidence.size();
    for (const std::string_view name : of_one) {
      names.push_back(name);
      if (is_on(keys, name)) evidence.emplace_back(name);
    }
    return evidence.size() > before;
  };
  const bool rests_weights = is_asked(of_weights), rests_optimizer = is_asked(of_optimizer);
  if (rests_weights || rests_optimizer)
    plan.set("training.rests_on_host",
             !rests_weights     ? "optimizer"
             : !rests_optimizer ? "weights"
                                : "all",
             with_commas(evidence));
  take_keys(keys, plan, names, "training.rests_on_host");
}

void read_verl(FileKeys& keys, ProgramKeys& plan) {
  read_ranks_first(keys, plan);
  read_host_rest(
      keys, plan,
      {"actor_rollout_ref.actor.fsdp_config.param_offload", "actor_rollout_ref.actor.megatron.param_offload"},
      {"actor_rollout_ref.actor.fsdp_config.optimizer_offload",
       "actor_rollout_ref.actor.megatron.optimizer_offload"});
  read_micro_batch_of_all(keys, plan);
  settle_answers_of_agents(keys);
  name_lengths_of_engine(keys);
  read_lengths(keys, plan, usual_length(keys));
  read_batches_of_tokens(keys, plan);
  read_reference(keys, plan);
  if (is_on(keys, "distillation.enabled"))
    plan.note({Severity::ignored, "teacher_not_planned", "training.method",
               "The run learns from a teacher on separate GPUs (distillation.enabled); the plan is that of "
               "its student, without the teacher's GPUs and probabilities.",
               ""});
  read_verl_optimizer(keys, plan);
  read_generated_prompts(keys, plan, "data.train_batch_size", "actor_rollout_ref.actor.ppo_mini_batch_size");
  const FileKey* strategy = find_key(keys, "actor_rollout_ref.actor.strategy");
  if (strategy != nullptr && strategy->text == "fsdp2") plan.set("training.fsdp_version", 2, *strategy);
  if (strategy != nullptr && strategy->text == "fsdp") plan.set("training.fsdp_version", 1, *strategy);
  if (find_key(keys, "model.partial_pretrain") == nullptr &&
      find_key(keys, "algorithm.adv_estimator") == nullptr &&
      find_key(keys, "actor_rollout_ref.rollout.name") != nullptr)
    plan.set("training.method", "ppo", "no algorithm.adv_estimator, whose default is gae");
  take_keys(keys, plan, {"actor_rollout_ref.actor.strategy"}, "training.fsdp_version");
}

void read_easy_r1(FileKeys& keys, ProgramKeys& plan) {
  read_ranks_first(keys, plan);
  // param_offload and optimizer_offload: names in EasyR1 until 2025-04 and in its forks
  read_host_rest(keys, plan, {"worker.actor.offload.offload_params", "worker.actor.offload.param_offload"},
                 {"worker.actor.offload.offload_optimizer", "worker.actor.offload.optimizer_offload"});
  read_lengths(keys, plan, 0);
  read_generated_prompts(keys, plan, "data.rollout_batch_size", "worker.actor.global_batch_size");
  if (find_key(keys, "algorithm.adv_estimator") == nullptr)
    plan.set("training.method", "grpo", "no algorithm.adv_estimator, whose default is grpo");
  if (is_on(keys, "algorithm.disable_kl")) plan.set("training.reference", "none", "algorithm.disable_kl");
  take_keys(keys, plan, {"algorithm.disable_kl"}, "training.reference");
}

}  // namespace zp::import_io
