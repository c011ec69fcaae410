// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/roll.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/import/lora_targets.h"
#include "core/import/named_model.h"
#include "core/import/roll_devices.h"
#include "core/import/roll_roles.h"
#include "core/sharding/parallelism.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

constexpr std::string_view roll_worker = "actor_train.",
                           roll_settings = "actor_train.strategy_args.strategy_config.",
                           roll_engine = "actor_infer.strategy_args.strategy_config.";

/// The possible sections of a trained worker, each with the name of the worker that generates.
struct RollWorkerName {
  std::string_view trains, generates;
};
constexpr auto roll_worker_names = std::to_array<RollWorkerName>(
    {{"sft_train.", ""}, {"student_train.", "student_infer."}, {"student.", ""}});

bool has_roll_section(const FileKeys& keys, std::string_view section) {
  return std::ranges::any_of(keys, [section](const FileKey& key) { return key.key.starts_with(section); });
}

class RollReader {
 public:
  RollReader(FileKeys& keys, ProgramKeys& plan) : keys_(keys), plan_(plan) {}

  void read() {
    read_method();
    read_machine();
    read_strategy();
    read_lengths();
    read_batch();
    if (generates_) read_engine();
    read_adapters();
    read_models();
    place_roll_roles(keys_, plan_, {method_, trains_, generates_, has_reference_});
    leave_other_workers();
  }

 private:
  [[nodiscard]] const FileKey* find(std::string_view name) const { return find_key(keys_, name); }
  [[nodiscard]] const FileKey* setting(std::string_view name) const {
    return find_key(keys_, std::string(roll_settings) + std::string(name));
  }
  [[nodiscard]] std::int64_t count_of(std::string_view name) const { return number_at(keys_, name); }
  [[nodiscard]] bool is_set(std::string_view name) const {
    return is_on(keys_, std::string(roll_settings) + std::string(name));
  }
  void list_as_read(std::string_view name, const char* plan_key) {
    take_keys(keys_, plan_, {name}, plan_key);
  }
  void agree_setting(std::string_view name, const char* plan_key) {
    list_as_read(std::string(roll_settings) + std::string(name), plan_key);
  }

  /// Returns the file's name for the trained worker: "sft_train".
  [[nodiscard]] std::string role() const {
    const auto found =
        std::ranges::find_if(keys_, [](const FileKey& key) { return key.key.starts_with(roll_worker); });
    return found == keys_.end() ? "" : found->spelling.substr(0, found->spelling.find('.'));
  }

  /// Reads the method of the pipeline whose sections the file has; the default of adv_estimator, gae, means
  /// PPO (roll/configs/base_config.py, adv_estimator).
  void read_method() {
    constexpr std::string_view estimator = "adv_estimator";
    const std::string name = role();
    const bool has_pairs = find("chosen_key") != nullptr || find("rejected_key") != nullptr;
    generates_ = find("rollout_batch_size") != nullptr;
    const FileKey* const stated = find(estimator);
    std::string evidence = "section " + name;
    method_ = "sft";
    if (name == "student" || name == "student_train") {
      method_ = "distillation";
    } else if (name != "sft_train" && !generates_ && has_pairs) {
      method_ = "dpo";
      evidence = "chosen_key and rejected_key";
    } else if (name != "sft_train" && generates_) {
      method_ = stated == nullptr || word_at(keys_, estimator) == "gae" ? "ppo" : "grpo";
      evidence = stated == nullptr ? "no adv_estimator, whose default is gae"
                                   : stated->spelling + ": " + value_words(*stated);
    }
    plan_.set("training.method", method_, evidence);
    list_as_read(estimator, "training.method");
  }

  /// Sets the GPUs that train, from the worker's device_mapping, in nodes of num_gpus_per_node.
  void read_machine() {
    constexpr std::string_view mapping = "actor_train.device_mapping", of_node = "num_gpus_per_node";
    trains_ = roll_devices(find(mapping));
    const std::int64_t stated = count_of(of_node), usual = 8;
    if (!trains_.empty()) {
      const auto ranks = static_cast<std::int64_t>(trains_.size());
      std::int64_t gpus = std::min(stated > 0 ? stated : usual, ranks);
      while (ranks % gpus != 0)  // the trained worker may use a part of a node
        --gpus;
      plan_.set("cluster.nodes", ranks / gpus, *find(mapping));
      plan_.set("cluster.gpus_per_node", gpus, *find(mapping));
    } else if (stated > 0) {
      plan_.set("cluster.nodes", std::max<std::int64_t>(count_of("num_nodes"), 1), *find(of_node));
      plan_.set("cluster.gpus_per_node", stated, *find(of_node));
    }
    if (trains_.empty()) leave_roll_mapping(keys_, plan_, mapping, "num_gpus_per_node and num_nodes count.");
    list_as_read(mapping, "cluster.gpus_per_node");
    list_as_read(of_node, "cluster.gpus_per_node");
    list_as_read("num_nodes", "cluster.nodes");
  }

  void read_strategy() {
    constexpr std::string_view name = "actor_train.strategy_args.strategy_name";
    const FileKey* const stated = find(name);
    const std::string word = word_at(keys_, name);
    if (word.starts_with("megatron"))
      read_megatron(*stated);
    else if (word.starts_with("fsdp2"))
      read_fsdp(*stated);
    else if (word.starts_with("deepspeed"))
      read_deepspeed(*stated);
    else
      note_strategy(stated);
    list_as_read(name, "training.framework");
  }

  void note_strategy(const FileKey* stated) {
    const std::string reason =
        "The file does not say by megatron_train, fsdp2_train or deepspeed_train how the model states are "
        "divided; the plan has whole states on each GPU.";
    plan_.set("training.framework", "fsdp", "no strategy_name");
    plan_.set("training.sharding", "none", "no strategy_name");
    plan_.note({Severity::ignored, "start_not_stated", "training.framework", reason,
                "Set training.framework and training.sharding."});
    if (stated != nullptr) plan_.list_as_unread(*stated, reason);
  }

  void set_degree(std::string_view name, const char* plan_key) {
    if (const FileKey* const key = setting(name); key != nullptr && python::lax_count(key) > 0)
      plan_.set(plan_key, python::lax_count(key), *key);
    agree_setting(name, plan_key);
  }

  void read_megatron(const FileKey& stated) {
    const FileKey* const divides = setting("use_distributed_optimizer");
    plan_.set("training.framework", "fsdp", stated);
    plan_.set("training.sharding", is_set("use_distributed_optimizer") ? "optimizer" : "none",
              divides != nullptr ? *divides : stated);
    agree_setting("use_distributed_optimizer", "training.sharding");
    set_degree("tensor_model_parallel_size", "training.tensor_parallel");
    set_degree("pipeline_model_parallel_size", "training.pipeline_parallel");
    set_degree("context_parallel_size", "training.context_parallel");
    set_degree("expert_model_parallel_size", "training.expert_parallel");
    const FileKey* const parts = setting("virtual_pipeline_model_parallel_size");
    if (python::lax_count(parts) > 1 && plan_.document().plan.training.pipeline_parallel > 1) {
      plan_.set("training.pipeline_schedule", "interleaved_1f1b", *parts);
      plan_.set("training.pipeline_chunks", python::lax_count(parts), *parts);
    }
    agree_setting("virtual_pipeline_model_parallel_size", "training.pipeline_chunks");
    if (is_set("accumulate_allreduce_grads_in_fp32"))
      for (const char* const tensor : {"training.types.gradients", "training.types.reduced"})
        plan_.set(tensor, "fp32", *setting("accumulate_allreduce_grads_in_fp32"));
    agree_setting("accumulate_allreduce_grads_in_fp32", "training.types.gradients");
    list_as_read("actor_train.model_args.disable_gradient_checkpointing",
                 "training.activation_checkpointing");
    remove_key(keys_,
               "actor_train.model_args.attn_implementation");  // Transformer Engine computes its layers
  }

  /// Reads FSDP2: the model is loaded in param_dtype, by default fp32
  /// (roll/distributed/strategy/fsdp2_strategy.py, FSDP2TrainStrategy.initialize).
  void read_fsdp(const FileKey& stated) {
    plan_.set("training.framework", "fsdp", stated);
    plan_.set("training.fsdp_version", 2, stated);
    const FileKey* const keeps = setting("reshard_after_forward");
    const bool stays = keeps != nullptr && python::lax_bool(*keeps) == false;
    plan_.set("training.sharding", stays ? "gradients" : "full", stays ? *keeps : stated);
    agree_setting("reshard_after_forward", "training.sharding");
    const std::int64_t shards = python::lax_count(setting("fsdp_size")),
                       ranks = plan_.document().plan.cluster.ranks();
    if (shards > 1 && shards < ranks) plan_.set("training.shard_ranks", shards, *setting("fsdp_size"));
    agree_setting("fsdp_size", "training.shard_ranks");
    if (const FileKey* const experts = setting("ep_size"); python::lax_count(experts) > 1)
      plan_.set("training.expert_parallel", python::lax_count(experts), *experts);
    agree_setting("ep_size", "training.expert_parallel");
    constexpr std::string_view sequence = "actor_train.model_args.ulysses_size";
    if (count_of(sequence) > 1) plan_.set("training.sequence_parallel", count_of(sequence), *find(sequence));
    list_as_read(sequence, "training.sequence_parallel");
    if (is_set("offload_policy"))
      for (const char* const place : {"zero.offload_optimizer", "zero.offload_param"})
        plan_.set(place, "cpu", *setting("offload_policy"));
    agree_setting("offload_policy", "zero.offload_param");
  }

  /// Reads the stage from the name of a ds_config that shipped with ROLL until 0.3
  /// (examples/config/deepspeed_zero3_cpuoffload.yaml at v0.2), or stage and offload from its keys if the
  /// file contains it; the other keys stay in the list.
  void read_deepspeed(const FileKey& stated) {
    constexpr std::string_view whole = "actor_train.strategy_args.strategy_config",
                               inside = "zero_optimization.stage";
    const FileKey* const named = find(whole);
    plan_.set("training.framework", "deepspeed", stated);
    const FileKey* const stage = setting(inside);
    if (stage != nullptr && python::lax_int(*stage)) {
      plan_.set("zero.stage", static_cast<int>(std::clamp(*python::lax_int(*stage), -1.0, 4.0)), *stage);
    } else if (named != nullptr) {
      const std::string words = value_words(*named);
      const int found = words.find("zero3") != std::string::npos   ? 3
                        : words.find("zero2") != std::string::npos ? 2
                                                                   : 0;
      plan_.set("zero.stage", found, *named);
      if (words.find("cpuoffload") != std::string::npos) plan_.set("zero.offload_optimizer", "cpu", *named);
    } else {
      plan_.set("zero.stage", 0, "no zero_optimization.stage, whose default is 0");
    }
    agree_setting(inside, "zero.stage");
    read_offload("zero_optimization.offload_optimizer.device", "zero.offload_optimizer");
    read_offload("zero_optimization.offload_param.device", "zero.offload_param");
    remove_key(keys_, whole);
  }

  /// Reads a device of DeepSpeed: cpu, nvme or none. Another word stays in the list of keys.
  void read_offload(std::string_view name, const char* plan_key) {
    const std::string word = word_at(keys_, std::string(roll_settings) + std::string(name));
    if (word == "cpu" || word == "nvme") plan_.set(plan_key, word, *setting(name));
    if (word == "cpu" || word == "nvme" || word == "none") agree_setting(name, plan_key);
  }

  /// Reads lengths: a sequence of prompt and answer, or sequence_length (roll/configs/base_config.py,
  /// __post_init__).
  void read_lengths() {
    constexpr std::string_view whole = "sequence_length", prompt = "prompt_length",
                               answer = "response_length";
    constexpr std::int64_t usual_prompt = 1024, most = std::int64_t{1} << 30;
    const std::int64_t before = count_of(prompt) > 0 ? count_of(prompt) : usual_prompt;
    std::int64_t length = count_of(whole);
    if (length > 0) {
      plan_.set("training.sequence_length", length, *find(whole));
    } else if (count_of(answer) > 0) {
      length = std::min(before + count_of(answer), most);
      plan_.set("training.sequence_length", length,
                count_of(prompt) > 0 ? "prompt_length and response_length"
                                     : "response_length, and prompt_length, whose default is 1024");
    }
    if (generates_ && length > before)
      plan_.set("training.completion_length", length - before,
                count_of(prompt) > 0 ? "the length without prompt_length"
                                     : "the length without prompt_length, whose default is 1024");
    list_as_read(whole, "training.sequence_length");
    list_as_read(prompt, "training.sequence_length");
    list_as_read(answer, "training.completion_length");
  }

  /// Reads the batch of a rank and its accumulation; with dynamic batching, the size of a micro batch is a
  /// number of tokens (roll/utils/dynamic_batching.py).
  void read_batch() {
    constexpr std::string_view micro = "actor_train.training_args.per_device_train_batch_size",
                               steps = "actor_train.training_args.gradient_accumulation_steps",
                               dynamic = "actor_train.use_dynamic_batching_in_train",
                               tokens = "actor_train.max_tokens_per_microbatch_in_train",
                               packs = "actor_train.use_sequence_packing";
    std::int64_t rows = count_of(micro), parts = std::max<std::int64_t>(count_of(steps), 1);
    const std::int64_t length = plan_.document().plan.training.sequence_length;
    if (is_on(keys_, dynamic) && count_of(tokens) > 0 && rows > 0) {
      const std::int64_t all = times(rows, parts);
      rows = std::clamp<std::int64_t>(count_of(tokens) / std::max<std::int64_t>(length, 1), 1, all);
      parts = all / rows + (all % rows != 0 ? 1 : 0);
      plan_.set("training.micro_batch_size", rows, *find(tokens));
      plan_.set("training.gradient_accumulation_steps", parts, "the batch of an update in such parts");
      plan_.set("training.batch_lengths", "varying", *find(dynamic));
      list_as_read(micro, "training.micro_batch_size");
      list_as_read(steps, "training.gradient_accumulation_steps");
    }
    list_as_read(tokens, "training.micro_batch_size");
    list_as_read(dynamic, "training.batch_lengths");
    if (const FileKey* const key = find(packs); key != nullptr && is_on(keys_, packs))
      plan_.list_as_unread(*key,
                           "It leaves the padding of a micro batch out; the plan has rows of full length.");
    remove_key(keys_, packs);
    if (generates_) read_generated(times(rows, parts));
  }

  /// Reads prompts and answers of a generation; rollout_batch_size counts trajectories if there is a
  /// train_env_manager (roll/pipeline/agentic/agentic_config.py).
  void read_generated(std::int64_t of_a_rank) {
    constexpr std::string_view prompts = "rollout_batch_size", answers = "num_return_sequences_in_group",
                               group = "train_env_manager.group_size", saves = "save_steps";
    const bool is_of_agents = has_roll_section(keys_, "train_env_manager.");
    const std::int64_t samples = std::max<std::int64_t>(count_of(is_of_agents ? group : answers), 1);
    const std::int64_t stated = count_of(prompts);
    const std::int64_t of_step =
        times(of_a_rank, std::max<std::int64_t>(data_parallel_world(plan_.document().plan), 1));
    if (stated > 0) {
      const std::int64_t number = is_of_agents ? std::max<std::int64_t>(stated / samples, 1) : stated;
      plan_.set("training.rl.prompts", number, *find(prompts));
      plan_.set("training.rl.samples", samples, std::string(is_of_agents ? group : answers));
      const std::int64_t in_one =
          of_step > 0 ? std::max<std::int64_t>(times(number, samples) / of_step, 1) : 1;
      if (const FileKey* const key = find(saves); key != nullptr && python::lax_count(key) > 0)
        plan_.set("training.save_steps", times(python::lax_count(key), in_one), *key);
      list_as_read(saves, "training.save_steps");
    }
    list_as_read(prompts, "training.rl.prompts");
    list_as_read(answers, "training.rl.samples");
    list_as_read(group, "training.rl.samples");
  }

  /// Reads the engine: on training GPUs it sleeps during training, and the policy is moved to the host during
  /// generation (roll/pipeline/rlvr/rlvr_pipeline.py: offload_states before generation).
  void read_engine() {
    constexpr std::string_view name = "actor_infer.strategy_args.strategy_name",
                               mapping = "actor_infer.device_mapping", ahead = "async_generation_ratio";
    const FileKey* const stated = find(name);
    const std::string word = word_at(keys_, name);
    const std::set<std::int64_t> serves = roll_devices(find(mapping));
    const bool is_apart =
        !serves.empty() && !trains_.empty() &&
        std::ranges::none_of(serves, [this](std::int64_t device) { return trains_.contains(device); });
    const bool is_engine = word == "vllm" || word == "sglang";
    if (is_engine && is_apart) {
      plan_.set("training.generation", "server", *find(mapping));
      plan_.set("training.rl.engine_gpus", static_cast<std::int64_t>(serves.size()), *find(mapping));
      const FileKey* const ratio = find(ahead);
      const auto share = ratio != nullptr ? python::lax_float(*ratio) : std::nullopt;
      if (share && *share > 0) plan_.set("training.rl.one_step_off", true, *ratio);
    } else if (is_engine) {
      plan_.set("training.generation", "vllm", *stated);
      plan_.set("training.rests_on_host", "all",
                "generation on the GPUs that train, before which ROLL moves the policy to the host");
    } else if (stated != nullptr) {
      plan_.set("training.generation", "training", *stated);
    }
    const bool is_vllm = word == "vllm";
    const std::string degree = std::string(roll_engine) + (is_vllm ? "tensor_parallel_size" : "tp_size");
    const std::string part =
        std::string(roll_engine) + (is_vllm ? "gpu_memory_utilization" : "mem_fraction_static");
    if (is_engine && count_of(degree) > 0)
      plan_.set("training.engine_ranks", count_of(degree), *find(degree));
    if (const FileKey* const key = find(part); is_engine && key != nullptr && python::lax_float(*key))
      plan_.set("training.engine_share", *python::lax_float(*key), *key);
    list_as_read(name, "training.generation");
    if (serves.empty())
      leave_roll_mapping(keys_, plan_, mapping, "the plan's engine is on the GPUs that train.");
    list_as_read(mapping, "training.generation");
    list_as_read(ahead, "training.rl.one_step_off");
  }

  void read_adapters() {
    constexpr std::string_view modules = "actor_train.model_args.lora_target",
                               rank = "actor_train.model_args.lora_rank",
                               dropout = "actor_train.model_args.lora_dropout";
    const FileKey* const named = find(modules);
    has_adapters_ = named != nullptr && !names_in(*named).empty();
    if (has_adapters_) {
      constexpr std::int64_t usual_rank = 8;
      plan_.set("training.lora.rank", count_of(rank) > 0 ? count_of(rank) : usual_rank,
                count_of(rank) > 0 ? *find(rank) : *named);
      Json targets = Json::array();
      for (const std::string_view name : lora_targets(*named).names)
        targets.push_back(name);
      if (!targets.empty()) plan_.set("training.lora.targets", targets, *named);
      if (const FileKey* const share = find(dropout); share != nullptr && python::lax_float(*share))
        plan_.set("training.lora.dropout", *python::lax_float(*share), *share);
    }
    for (const std::string_view name :
         {modules, rank, dropout, std::string_view("actor_train.model_args.lora_alpha")})
      list_as_read(name, "training.lora.rank");
  }

  /// Reads whether there is a reference, which needs a KL term: its weight in the reward is 0.2 by default
  /// (roll/configs/base_config.py: init_kl_coef, use_kl_loss, enable_reference). Also reads the teacher.
  void read_models() {
    constexpr std::string_view in_reward = "init_kl_coef", in_loss = "use_kl_loss",
                               asked = "enable_reference", teacher = "teacher_pretrain";
    if (generates_ && method_ != "distillation") {
      const FileKey* const weight = find(in_reward);
      const bool has_term = weight == nullptr || python::lax_float(*weight).value_or(0) > 0;
      const bool has_reference = has_term || is_on(keys_, in_loss) || is_on(keys_, asked);
      plan_.set("training.reference",
                !has_reference  ? "none"
                : has_adapters_ ? "adapter"
                                : "model",
                weight == nullptr ? "no init_kl_coef, whose default is 0.2"
                                  : weight->spelling + ": " + value_words(*weight));
      has_reference_ = has_reference && !has_adapters_;
    }
    for (const std::string_view name : {in_reward, in_loss, asked})
      list_as_read(name, "training.reference");
    const FileKey* named = find(teacher);
    if (named == nullptr) named = find("teacher.model_args.model_name_or_path");
    if (method_ == "distillation" && named != nullptr) {
      const auto id = model_id_of(named->text, plan_.document().plan, plan_.presets());
      if (id)
        plan_.set("training.roles", Json::array({Json{{"name", "teacher"}, {"model", *id}}}), *named);
      else
        plan_.list_as_unread(*named,
                             "The teacher is no model of the catalog; the plan has one as large as the model "
                             "that is trained.");
    }
    remove_key(keys_, teacher);
    constexpr std::string_view moves = "is_offload_optimizer_states_in_train_step";
    if (is_on(keys_, moves))
      plan_.note({Severity::ignored, "states_only_for_the_step", "zero.offload_optimizer",
                  "ROLL keeps optimizer states on the host and moves them to the GPU only for the step (" +
                      std::string(moves) +
                      "); the plan keeps them there, and its peak is higher by the smaller of states and "
                      "activations.",
                  ""});
    list_as_read(moves, "zero.offload_optimizer");
  }

  /// Removes the keys of workers that are not trained, which have no counterpart in a plan.
  void leave_other_workers() {
    for (const std::string_view section :
         {"actor_infer.", "reference.", "validation.", "teacher.", "train_env_manager.", "val_env_manager.",
          "custom_envs.", "system_envs.", "hydra.", "tracker_kwargs.", "checkpoint_config."})
      remove_section(keys_, section);
    remove_key(keys_, "defaults");
  }

  FileKeys& keys_;
  ProgramKeys& plan_;
  std::set<std::int64_t> trains_;
  std::string method_;
  bool generates_ = false, has_adapters_ = false;
  bool has_reference_ = false;  ///< as a model of its own
};

}  // namespace

void name_roll_worker(FileKeys& keys) {
  const auto rename = [&keys](std::string_view section, std::string_view to) {
    for (FileKey& key : keys)
      if (key.key.starts_with(section)) key.key.replace(0, section.size(), to);
  };
  if (!has_roll_section(keys, roll_worker))
    for (const RollWorkerName& name : roll_worker_names) {
      if (!has_roll_section(keys, name.trains)) continue;
      rename(name.trains, roll_worker);
      if (!name.generates.empty()) rename(name.generates, "actor_infer.");
      break;
    }
  if (find_key(keys, "rollout_batch_size") != nullptr)
    for (FileKey& key : keys)
      if (key.key == "max_steps") key.key = "trainer.total_training_steps";
  if (naming_model(keys) == nullptr)
    for (FileKey& key : keys)
      if (key.key == "student_pretrain") key.key = "pretrain";
  if (naming_model(keys) != nullptr) remove_key(keys, "actor_train.model_args.model_name_or_path");
}

void read_roll(FileKeys& keys, ProgramKeys& plan) { RollReader(keys, plan).read(); }

}  // namespace zp::import_io
