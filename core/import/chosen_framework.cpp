// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chosen_framework.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/import/lora_targets.h"
#include "core/import/program_keys_json.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

/// Programs that always start DeepSpeed.
constexpr std::array<std::string_view, 5> of_deepspeed = {"arctic-training", "gpt-neox", "megatron-deepspeed",
                                                          "openrlhf", "deepspeed-chat"};
/// Programs that divide the model states with FSDP on more than one GPU (torchtune recipes/
/// full_finetune_distributed.py, torchtitan distributed/parallel_dims.py, verl workers/fsdp_workers.py,
/// litgpt/finetune/full.py).
constexpr std::array<std::string_view, 5> of_fsdp = {"torchtune", "torchtitan", "verl", "easy-r1", "litgpt"};
/// Programs whose own readers set the framework.
constexpr auto of_own_readers = std::to_array<std::string_view>(
    {"nemo-rl", "nemo", "nemo-automodel", "olmo", "nanotron", "prime-rl", "fast-llm", "veomni", "areal",
     "roll", "rl2", "llm-foundry", "mistral-finetune", "h2o-llm-studio"});

/// Returns the last part of a key: "use_deepspeed" of "environment.use_deepspeed".
std::string_view last_part_of(const FileKey& key) {
  return std::string_view(key.key).substr(key.key.rfind('.') + 1);
}

/// Returns true if a key of an unknown program switches DeepSpeed on, or if wenet's or CosyVoice's engine key
/// selects it.
bool switches_deepspeed_on(const FileKeys& keys) {
  return std::ranges::any_of(keys, [&keys](const FileKey& key) {
    const std::string_view name = last_part_of(key);
    if (name == "train_engine") return key.text == "deepspeed";
    return (name == "enable_deepspeed" || name == "use_deepspeed") && is_on(keys, key.key);
  });
}

/// Returns true if there is a key that only a DeepSpeed run has.
bool asks_for_deepspeed(const FileKeys& keys) {
  constexpr std::array<std::string_view, 4> names = {"zero_stage", "deepspeed_stage", "deepspeed.zero_stage",
                                                     "offload_optimizer_device"};
  const FileKey* dist = find_key(keys, "dist_config.name");
  return std::ranges::any_of(names, [&](std::string_view name) { return find_key(keys, name) != nullptr; }) ||
         switches_deepspeed_on(keys) || (dist != nullptr && dist->text == "deepspeed");
}

struct Strategy {
  std::string_view word;
  const char* sharding;
};
/// Values of TrainingArguments.fsdp (transformers trainer_utils.py, FSDPOption).
constexpr std::array<Strategy, 5> strategies = {{{"full_shard", "full"},
                                                 {"shard_grad_op", "gradients"},
                                                 {"no_shard", "none"},
                                                 {"hybrid_shard", "full"},
                                                 {"hybrid_shard_zero2", "gradients"}}};

/// Reads Trainer's `fsdp`: words, or true. Returns false if it is off.
bool read_fsdp(const FileKey& key, ProgramKeys& plan) {
  const auto flag = python::lax_bool(key);
  const std::vector<std::string> words = names_in(key);
  if ((flag && !*flag) || (!flag && words.empty())) return false;
  plan.set("training.framework", "fsdp", key);
  bool has_strategy = false;
  for (const std::string& word : words) {
    const auto* const row = std::ranges::find(strategies, lower_case(word), &Strategy::word);
    if (row != strategies.end()) {
      plan.set("training.sharding", row->sharding, key);
      has_strategy = true;
    } else if (word == "offload") {
      plan.set("zero.offload_optimizer", "cpu", key);
      plan.set("zero.offload_param", "cpu", key);
    } else if (word != "auto_wrap" && !flag) {
      plan.list_as_unread(key, "fsdp: " + word + " is not a word that a plan has.");
    }
  }
  if (!has_strategy) plan.set("training.sharding", "full", key);
  if (std::ranges::any_of(words, [](const std::string& word) { return word.starts_with("hybrid_shard"); }))
    plan.list_as_unread(key,
                        "hybrid_shard divides among the ranks of a node; set training.shard_ranks to their "
                        "number.");
  return true;
}

/// Returns the first key other than `fsdp` that asks for FSDP; nullptr if there is none.
const FileKey* fsdp_key(const FileKeys& keys, const ProgramEntry& program) {
  for (const char* name : {"fsdp.enable_fsdp", "enable_fsdp", "use_fsdp"})
    if (is_on(keys, name)) return find_key(keys, name);
  if (const FileKey* dist = find_key(keys, "dist_config.name"); dist != nullptr && dist->text == "fsdp2")
    return dist;
  if (program.id != "axolotl" && find_key(keys, "distributed_type") == nullptr) return nullptr;
  const auto found = std::ranges::find_if(
      keys, [](const FileKey& key) { return key.key.starts_with("fsdp_config.") && !key.is_null(); });
  return found == keys.end() ? nullptr : &*found;
}

/// Reads FSDP's sharding strategy under the key names of unknown programs, with PyTorch's values
/// (torch/distributed/fsdp, ShardingStrategy). Returns false if no key states it.
bool read_sharding_strategy(FileKeys& keys, ProgramKeys& plan) {
  constexpr auto words = std::to_array<Strategy>({{"full", "full"},
                                                  {"full_shard", "full"},
                                                  {"hybrid", "full"},
                                                  {"hybrid_shard", "full"},
                                                  {"shard_grad_op", "gradients"},
                                                  {"no_shard", "none"}});
  constexpr std::string_view name = "sharding_strategy";
  const FileKey* const found = find_key(keys, name);
  if (found == nullptr || !found->is_string()) return false;
  const auto* const row = std::ranges::find(words, lower_case(found->text), &Strategy::word);
  if (row == words.end()) return false;
  plan.set("training.framework", "fsdp", *found);
  plan.set("training.sharding", row->sharding, *found);
  remove_key(keys, name);
  return true;
}

struct LightningStrategy {
  std::string_view word;
  int stage;
  const char *optimizer, *parameters;  ///< offload targets; nullptr if nothing is offloaded
};
/// Lightning strategies that start DeepSpeed (lightning/pytorch/strategies/deepspeed.py,
/// register_strategies). "deepspeed" uses the constructor's default stage.
constexpr auto lightning_strategies =
    std::to_array<LightningStrategy>({{"deepspeed", 2, nullptr, nullptr},
                                      {"deepspeed_stage_1", 1, nullptr, nullptr},
                                      {"deepspeed_stage_1_offload", 1, "cpu", nullptr},
                                      {"deepspeed_stage_2", 2, nullptr, nullptr},
                                      {"deepspeed_stage_2_offload", 2, "cpu", nullptr},
                                      {"deepspeed_stage_3", 3, nullptr, nullptr},
                                      {"deepspeed_stage_3_offload", 3, "cpu", "cpu"},
                                      {"deepspeed_stage_3_offload_nvme", 3, "nvme", "nvme"}});

/// Reads the Lightning strategy of an unknown program if it starts DeepSpeed; a ds_config (`has_deepspeed`)
/// takes precedence. Returns false if no key states such a strategy.
bool read_lightning_strategy(FileKeys& keys, ProgramKeys& plan, bool has_deepspeed) {
  constexpr std::string_view name = "strategy";
  const FileKey* const found = find_key(keys, name);
  if (found == nullptr || !found->is_string()) return false;
  const auto* const row = std::ranges::find(lightning_strategies, found->text, &LightningStrategy::word);
  if (row == lightning_strategies.end()) return false;
  if (has_deepspeed) {
    plan.list_as_read(*found, "training.framework");
  } else {
    plan.set("training.framework", "deepspeed", *found);
    plan.set("zero.stage", row->stage, *found);
    if (row->optimizer != nullptr) plan.set("zero.offload_optimizer", row->optimizer, *found);
    if (row->parameters != nullptr) plan.set("zero.offload_param", row->parameters, *found);
  }
  remove_key(keys, name);
  return true;
}

/// Reads how Megatron-LM shards the model states: whole copies, optimizer states divided by
/// --use-distributed-optimizer, or FSDP2 (megatron/training/arguments.py).
void read_megatron_sharding(FileKeys& keys, ProgramKeys& plan) {
  constexpr auto switches =
      std::to_array<Strategy>({{"use_torch_fsdp2", "full"}, {"use_distributed_optimizer", "optimizer"}});
  for (const auto& [name, sharding] : switches)
    if (is_on(keys, name)) {
      const FileKey key = *find_key(keys, name);
      plan.set("training.framework", "fsdp", key);
      plan.set("training.sharding", sharding, key);
      remove_key(keys, name);
      return;
    }
  plan.set("training.framework", "fsdp", "no use_distributed_optimizer");
  plan.set("training.sharding", "none", "no use_distributed_optimizer");
}

/// Reads how ms-swift's command `megatron` divides the states: with Megatron's distributed optimizer unless
/// that is off, and with gradient accumulation in fp32; attention scores are recomputed and all weights are
/// trained by default (swift/megatron/arguments/megatron_args.py: use_distributed_optimizer,
/// recompute_granularity, MegatronTunerMixin.tuner_type and its older name train_type). Returns false for
/// any other command.
bool read_megatron_of_swift(FileKeys& keys, ProgramKeys& plan) {
  constexpr auto marks = std::to_array<std::string_view>(
      {"tensor_model_parallel_size", "pipeline_model_parallel_size", "expert_model_parallel_size",
       "use_distributed_optimizer", "recompute_granularity", megatron_mark});
  constexpr std::string_view divides = "use_distributed_optimizer", depth = "recompute_granularity";
  if (plan.program().id != "ms-swift" ||
      std::ranges::none_of(marks, [&](std::string_view name) { return find_key(keys, name) != nullptr; }))
    return false;
  remove_key(keys, megatron_mark);
  if (find_key(keys, "finetuning_type") == nullptr) {
    FileKey tuning;
    tuning.key = "finetuning_type";
    tuning.spelling = "the command megatron, whose tuner_type";
    tuning.kind = NodeKind::string;
    tuning.text = "full";
    keys.push_back(std::move(tuning));
  }
  const FileKey* const stated = find_key(keys, divides);
  const bool is_whole = stated != nullptr && !is_on(keys, divides);
  const std::string evidence = stated != nullptr ? stated->spelling + ": " + value_words(*stated)
                                                 : "the command megatron, whose optimizer is distributed";
  plan.set("training.framework", "fsdp", evidence);
  plan.set("training.sharding", is_whole ? "none" : "optimizer", evidence);
  const FileKey* const recomputes = find_key(keys, depth);
  const bool is_full = recomputes != nullptr && recomputes->text == "full";
  plan.set("training.activation_checkpointing", is_full ? "full" : "none",
           recomputes != nullptr ? recomputes->spelling + ": " + recomputes->text
                                 : "no recompute_granularity, whose default is selective");
  for (const char* const tensor : {"gradients", "reduced", "master", "states"})
    plan.set(std::string("training.types.") + tensor, "fp32", evidence);
  take_keys(keys, plan, {divides}, "training.sharding");
  take_keys(keys, plan, {depth, "recompute_method"}, "training.activation_checkpointing");
  return true;
}

/// Assumes DDP for an unknown program or if the training file is missing, and notes that the file does not
/// state it.
void assume_whole_states(ProgramKeys& plan, bool is_missing) {
  const std::string reason =
      is_missing
          ? "The file that the command names may ask for DeepSpeed or FSDP; the plan has whole states on "
            "each GPU (DDP)."
          : "Nothing here names DeepSpeed or FSDP, and the program is not known, which may divide the "
            "model states by itself; the plan has whole states on each GPU (DDP).";
  plan.preset("training.framework", "fsdp");
  plan.preset("training.sharding", "none");
  plan.note({Severity::ignored, "framework_guessed", "training.framework", reason,
             "Set training.framework and zero.stage if the program divides them."});
  plan.list_as_unread({no_framework, "", 0, reason});
}

/// Returns the key by which verl trains with Megatron-LM, whose distributed optimizer divides the states;
/// nullptr if it does not.
const FileKey* megatron_key(const FileKeys& keys, const ProgramEntry& program) {
  if (program.id != "verl") return nullptr;
  const auto found = std::ranges::find_if(keys, [](const FileKey& key) {
    const bool is_choice = key.key == "config_name" || key.key == "actor_rollout_ref.actor.strategy" ||
                           key.key == "model_engine" || key.key == "engine";
    return key.key.starts_with("actor_rollout_ref.actor.megatron.") ||
           (is_choice && key.text.find("megatron") != std::string::npos);
  });
  return found == keys.end() ? nullptr : &*found;
}

}  // namespace

void choose_framework(FileKeys& keys, ProgramKeys& plan, bool has_deepspeed) {
  const ProgramEntry& program = plan.program();
  const bool is_of_fsdp = std::ranges::find(of_fsdp, program.id) != of_fsdp.end();
  const bool is_open = find_key(keys, missing_file_mark) != nullptr && !is_of_fsdp;
  remove_key(keys, missing_file_mark);
  if (std::ranges::find(of_own_readers, program.id) != of_own_readers.end()) return;
  for (const FileKey& key : keys)
    if (key.key == "fsdp_config" && key.is_string() && key.text.ends_with(".json"))
      plan.list_as_unread(key, "That file was not read; it may ask for activation_checkpointing.");
  const FileKey* const asked = find_key(keys, "fsdp");
  const std::optional<FileKey> fsdp = asked != nullptr ? std::optional(*asked) : std::nullopt;
  std::erase_if(keys, [](const FileKey& key) { return key.key == "fsdp"; });
  if (program.id == "hf-trainer" && read_lightning_strategy(keys, plan, has_deepspeed)) return;
  if (read_megatron_of_swift(keys, plan)) return;
  if (has_deepspeed || std::ranges::find(of_deepspeed, program.id) != of_deepspeed.end() ||
      asks_for_deepspeed(keys))
    return;
  if (fsdp && read_fsdp(*fsdp, plan)) return;
  if (program.id == "hf-trainer" && read_sharding_strategy(keys, plan)) return;
  if (const FileKey* key = fsdp_key(keys, program)) {
    plan.set("training.framework", "fsdp", *key);
    plan.set("training.sharding", "full", *key);
    return;
  }
  // LLaMA2-Accessory (accessory/main_finetune.py)
  const FileKey* const parallel = find_key(keys, "data_parallel");
  if (parallel != nullptr && (parallel->text == "sdp" || parallel->text == "fsdp")) {
    plan.set("training.framework", "fsdp", *parallel);
    plan.set("training.sharding", parallel->text == "sdp" ? "gradients" : "full", *parallel);
    std::erase_if(keys, [](const FileKey& key) { return key.key == "data_parallel"; });
    return;
  }
  if (const FileKey* megatron = megatron_key(keys, program)) {
    plan.set("training.framework", "fsdp", *megatron);
    plan.set("training.sharding", "optimizer", *megatron);
    return;
  }
  if (program.id == "hf-trainer" && !plan.states_plan_key("training.program"))
    return assume_whole_states(plan, false);
  if (is_open) return assume_whole_states(plan, true);
  if (program.id == "megatron-lm" || program.id == "flagscale") return read_megatron_sharding(keys, plan);
  const std::string evidence = is_of_fsdp ? program.name + " without DeepSpeed" : no_framework;
  plan.set("training.framework", "fsdp", evidence);
  plan.set("training.sharding", is_of_fsdp ? "full" : "none", evidence);
}

}  // namespace zp::import_io
