// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/program_structures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/import/key_readers.h"
#include "core/import/lora_targets.h"
#include "core/import/program_keys_json.h"
#include "core/import/rollout_files.h"
#include "core/plan/optimizers.h"
#include "core/sharding/parallelism.h"
#include "core/text/file_error.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

void set_one_gpu(ProgramKeys& plan, const std::string& evidence) {
  plan.set("training.framework", "fsdp", evidence);
  plan.set("training.sharding", "none", evidence);
  plan.set("cluster.nodes", 1, evidence);
  plan.set("cluster.gpus_per_node", 1, evidence);
}

}  // namespace

void read_axolotl(FileKeys& keys, ProgramKeys& plan) {
  const FileKey* const offloading = find_key(keys, "activation_offloading");
  const auto moves_all = offloading != nullptr ? python::lax_bool(*offloading) : std::nullopt;
  if (!moves_all || !*moves_all) return;
  plan.set("training.activation_checkpointing", "none", *offloading);
  take_keys(keys, plan, {"gradient_checkpointing"}, "training.activation_checkpointing");
}

void read_torchtune(FileKeys& keys, ProgramKeys& plan, const std::string& file_name) {
  const FileKey* const component = find_key(keys, "model._component_");
  const std::string builder = component != nullptr ? component->text : "";
  if (builder.find("qlora") != std::string::npos) plan.set("training.frozen_precision", "nf4", *component);
  if (builder.find("lora") != std::string::npos) {
    Json targets = Json::array();
    if (const FileKey* modules = find_key(keys, "model.lora_attn_modules"))
      for (const std::string_view name : lora_targets(*modules).names)
        targets.push_back(name);
    if (is_on(keys, "model.apply_lora_to_mlp"))
      for (const char* name : {"gate_proj", "up_proj", "down_proj"})
        targets.push_back(name);
    if (const FileKey* output = find_key(keys, "model.apply_lora_to_output");
        output != nullptr && is_on(keys, output->key))
      plan.list_as_unread(*output, "A plan puts no adapter on the head.");
    if (!targets.empty()) {
      const FileKey* modules = find_key(keys, "model.lora_attn_modules");
      plan.set("training.lora.targets", targets,
               modules != nullptr ? *modules : *find_key(keys, "model.apply_lora_to_mlp"));
    }
  }
  const FileKey* const loss = find_key(keys, "loss._component_");
  if (loss != nullptr && loss->text.find("DPO") != std::string::npos)
    plan.set("training.method", "dpo", *loss);
  if (loss != nullptr && loss->text.find("PPO") != std::string::npos)
    plan.set("training.method", "ppo", *loss);
  if (loss != nullptr && loss->text.find("GRPO") != std::string::npos)
    plan.set("training.method", "grpo", *loss);
  if (const FileKey* teacher = find_key(keys, "teacher_model._component_"))
    plan.set("training.method", "distillation", *teacher);
  const bool is_single = file_name.find("single_device") != std::string::npos;
  if (is_single) set_one_gpu(plan, "single_device in the file's name");
  take_keys(keys, plan, {"model._component_"}, "model");
  take_keys(keys, plan, {"model.lora_attn_modules", "model.apply_lora_to_mlp", "model.apply_lora_to_output"},
            "training.lora.targets");
  take_keys(keys, plan, {"teacher_model._component_"}, "training.method");
  std::erase_if(keys, [](const FileKey& key) {
    const bool is_method =
        key.text.find("rlhf") != std::string::npos || key.text.find("GRPO") != std::string::npos;
    return key.key == "loss._component_" && is_method;
  });
}

void read_litgpt(FileKeys& keys, ProgramKeys& plan) {
  struct Switch {
    std::string_view key;
    std::vector<const char*> targets;
  };
  const std::array<Switch, 5> switches = {{{"lora_query", {"q_proj"}},
                                           {"lora_key", {"k_proj"}},
                                           {"lora_value", {"v_proj"}},
                                           {"lora_projection", {"o_proj"}},
                                           {"lora_mlp", {"gate_proj", "up_proj", "down_proj"}}}};
  Json targets = Json::array();
  const FileKey* first = nullptr;
  for (const Switch& each : switches) {
    if (!is_on(keys, each.key)) continue;
    if (first == nullptr) first = find_key(keys, each.key);
    for (const char* name : each.targets)
      targets.push_back(name);
  }
  if (first != nullptr) plan.set("training.lora.targets", targets, *first);
  if (const FileKey* head = find_key(keys, "lora_head"); head != nullptr && is_on(keys, "lora_head"))
    plan.list_as_unread(*head, "A plan puts no adapter on the head.");
  if (number_at(keys, "devices") == 1 && number_at(keys, "num_nodes") <= 1) set_one_gpu(plan, "devices: 1");
  if (find_key(keys, "model_name") != nullptr || find_key(keys, "tokenizer_dir") != nullptr)
    plan.set("training.method", "pretrain", "a file of litgpt pretrain");
  take_keys(keys, plan, {"lora_head", "lora_query", "lora_key", "lora_value", "lora_projection", "lora_mlp"},
            "training.lora.targets");
}

void refuse_xtuner_v1(std::string_view words) {
  if (words.find("xtuner.v1") != std::string_view::npos)
    throw FileError("",
                    "The configurations of xtuner v1 are programs: their values are known only when they "
                    "run. Enter them in a plan with training.program xtuner.");
}

void refuse_recipes(std::string_view text) {
  const auto has = [text](std::string_view words) { return text.find(words) != std::string_view::npos; };
  if (has("torchtitan") && has("Trainer.Config("))
    throw FileError("",
                    "torchtitan's config_registry.py has several configurations, or one that is chosen only "
                    "when it runs. Import the script that starts it (run_train.sh with MODULE and CONFIG), "
                    "or enter its values in a plan with training.program torchtitan.");
  if ((has("from nemo.collections") || has("import nemo_run")) && has("_recipe"))
    throw FileError("",
                    "This program calls several recipes of NeMo 2, or one that is not known here, whose "
                    "values are known only when it runs. Enter them in a plan with training.program nemo.");
}

std::optional<GlobalBatch> take_global_batch(FileKeys& keys) {
  /// A batch key, and the key of the answers per prompt if the batch counts prompts (verl and EasyR1
  /// workers/fsdp_workers.py: the batch times n).
  struct BatchName {
    std::string_view batch, answers;
  };
  constexpr std::array<BatchName, 10> names = {
      {{"global_batch_size", ""},
       {"train.global_batch_size", ""},
       {"actor_rollout_ref.actor.ppo_mini_batch_size", "actor_rollout_ref.rollout.n"},
       {"worker.actor.global_batch_size", "worker.rollout.n"},
       {"data.train_batch_size", ""},
       {"training.global_batch_size", ""},
       {"policy.train_global_batch_size", ""},
       {"model.global_batch_size", ""},
       {"global_train_batch_size", ""},
       {"step_scheduler.global_batch_size", ""}}};
  const auto* const name =
      std::ranges::find_if(names, [&](const BatchName& each) { return number_at(keys, each.batch) > 0; });
  const bool is_of_tokens = std::ranges::any_of(
      std::to_array<std::string_view>(
          {batches_of_tokens, "policy.dynamic_batching.enabled", "policy.sequence_packing.enabled"}),
      [&](std::string_view each) { return is_on(keys, each); });
  if (name == names.end()) return std::nullopt;
  GlobalBatch batch{*find_key(keys, name->batch), number_at(keys, name->batch)};
  batch.is_of_tokens = is_of_tokens;
  if (!name->answers.empty())
    batch.sequences = times(batch.sequences, std::max<std::int64_t>(number_at(keys, name->answers), 1));
  std::erase_if(keys, [&](const FileKey& key) { return key.key == name->batch; });
  return batch;
}

void read_global_batch(const GlobalBatch& batch, ProgramKeys& plan) {
  const FileKey& key = batch.key;
  if (plan.states_plan_key("training.gradient_accumulation_steps")) return plan.read(key);
  const Plan now = plan.document().plan;
  const std::int64_t at_once =
      now.training.micro_batch_size * std::max<std::int64_t>(data_parallel_world(now), 1);
  const bool fits = batch.sequences % at_once == 0;
  if (batch.is_of_tokens && !fits)
    plan.set("training.gradient_accumulation_steps", batch.sequences / at_once + 1, key);
  else if (fits)
    plan.set("training.gradient_accumulation_steps", batch.sequences / at_once, key);
  else
    plan.list_as_unread(key, key.spelling + ": " + value_words(key) + " is no multiple of the " +
                                 std::to_string(at_once) +
                                 " sequences that the plan's ranks work on at once.");
}

FileKeys take_steps(FileKeys& keys) {
  constexpr auto names = std::to_array<std::string_view>(
      {"max_steps", "max_train_steps", "training.steps", "training.max_steps", "train_iters",
       "max_training_steps", "trainer.max_steps", "trainer.total_training_steps", "sft.max_num_steps",
       "dpo.max_num_steps", "rm.max_num_steps", "grpo.max_num_steps", "ppo.max_num_steps",
       "distillation.max_num_steps", "step_scheduler.max_steps", "tokens.train_steps", "train.max_steps",
       "total_train_steps", "train_samples"});
  const auto is_other = [&](const FileKey& key) {
    // NeMo-RL's examples use this many steps to mean that only the data limits the run
    // (examples/configs/grpo_math_1B.yaml).
    constexpr std::int64_t no_limit = 1'000'000;
    const bool is_unlimited = key.key.ends_with(".max_num_steps") && python::lax_count(&key) >= no_limit;
    return std::ranges::find(names, key.key) == names.end() || !python::lax_int(key) || is_unlimited;
  };
  const auto first = std::stable_partition(keys.begin(), keys.end(), is_other);
  FileKeys steps(std::make_move_iterator(first), std::make_move_iterator(keys.end()));
  keys.erase(first, keys.end());
  return steps;
}

void set_steps(const FileKeys& steps, ProgramKeys& keys, PlanDocument& document) {
  if (steps.empty()) return;
  const double number = *python::lax_int(steps.back());
  Plan& plan = document.plan;
  constexpr double most = 1e9;
  const bool is_of_samples = steps.back().key == "train_samples";
  if (number > most && !is_of_samples)
    return keys.list_as_unread(steps.back(), "A run has fewer optimizer steps.");
  // One step of verl's trainer and of NeMo-RL is one generated batch (verl trainer/ppo/ray_trainer.py, fit;
  // nemo_rl/algorithms/grpo.py, grpo_train).
  const Rollout& rollout = plan.training.method.rollout;
  const std::string& key = steps.back().key;
  const bool is_of_rollout =
      (key == "trainer.total_training_steps" || key.ends_with(".max_num_steps")) && rollout.prompts > 0;
  const double batch = std::max(static_cast<double>(train_batch_size(plan)), 1.0);
  const double generated =
      static_cast<double>(rollout.prompts) * static_cast<double>(std::max<std::int64_t>(rollout.samples, 1));
  const double in_one = is_of_rollout ? std::max(std::floor(generated / batch), 1.0) : 1;
  const double sequences = is_of_samples ? number : number * in_one * batch;
  if (number > 0 && !keys.states_plan_key("training.tokens"))
    plan.training.tokens =
        sequences * static_cast<double>(plan.training.sequence_length) * useful_share(plan);
  if (number > 0) keys.decide("training.tokens");
  for (const FileKey& each : steps)
    keys.list_as_read(each, "training.tokens");
}

}  // namespace zp::import_io
