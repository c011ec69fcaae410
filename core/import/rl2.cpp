// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rl2.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/import/named_model.h"
#include "core/import/program_structures.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

class Rl2Reader {
 public:
  Rl2Reader(FileKeys& keys, ProgramKeys& plan) : keys_(keys), plan_(plan) {}

  void read() {
    generates_ = has_section("rollout.");
    if (!generates_) read_pairs();
    has_critic_ = generates_ && word_at(keys_, "adv.estimator") == "gae";
    read_critic();
    read_backend();
    read_lengths();
    if (generates_) read_generation();
    for (const std::string_view section : {"rollout.", "ref_actor.", "adv.", "actor.kl."})
      remove_section(keys_, section);
    remove_key(keys_, "defaults");
  }

 private:
  [[nodiscard]] const FileKey* find(std::string_view name) const { return find_key(keys_, name); }
  [[nodiscard]] std::int64_t count_of(std::string_view name) const { return number_at(keys_, name); }
  [[nodiscard]] bool has_section(std::string_view section) const {
    return std::ranges::any_of(keys_, [section](const FileKey& key) { return key.key.starts_with(section); });
  }
  void list_as_read(std::string_view name, const char* plan_key) {
    take_keys(keys_, plan_, {name}, plan_key);
  }
  /// Returns true for a switch that is on unless the file turns it off.
  [[nodiscard]] bool is_on_unless_stated(std::string_view name) const {
    return find(name) == nullptr || is_on(keys_, name);
  }

  void read_pairs() {
    if (find("actor.beta") != nullptr) plan_.set("training.method", "dpo", *find("actor.beta"));
    const auto critic =
        std::ranges::find_if(keys_, [](const FileKey& key) { return key.spelling.starts_with("critic."); });
    if (critic != keys_.end()) plan_.set("training.method", "reward", "section critic without an actor");
  }

  /// Reads the backend: FSDP, or Megatron, whose section is tf_config.
  void read_backend() {
    const bool is_megatron = has_section("actor.tf_config.") || word_at(keys_, "actor") == "megatron";
    const std::string evidence = is_megatron ? "the backend Megatron" : "the backend FSDP";
    plan_.set("training.framework", "fsdp", evidence);
    plan_.set("training.sharding", is_megatron ? "optimizer" : "full", evidence);
    if (!is_megatron) plan_.set("training.fsdp_version", 1, evidence);
    const std::int64_t copies = count_of("actor.ddp_size"), ranks = plan_.document().plan.cluster.ranks();
    if (copies > 1 && ranks % copies == 0)
      plan_.set("training.shard_ranks", ranks / copies, *find("actor.ddp_size"));
    list_as_read("actor.ddp_size", "training.shard_ranks");
    if (is_megatron)
      plan_.set("training.activation_checkpointing",
                word_at(keys_, "actor.tf_config.recompute_granularity") == "selective" ? "selective" : "full",
                "recompute_granularity, which is full unless stated");
    remove_key(keys_, "actor.tf_config.recompute_granularity");
    remove_key(keys_, "actor");
    offloads_states_ = is_on_unless_stated("actor.offload_optimizer");
    if (offloads_states_)
      plan_.note({Severity::ignored, "states_only_for_the_step", "zero.offload_optimizer",
                  "RL2 keeps optimizer states on the host and moves them to the GPU only for the step "
                  "(actor.offload_optimizer); the plan keeps them there, and its peak is higher by the "
                  "smaller of states and activations.",
                  ""});
    list_as_read("actor.offload_optimizer", "zero.offload_optimizer");
  }

  /// Reads lengths: micro batches are filled up to max_length_per_device tokens per GPU, for all GPUs that
  /// share a sequence (RL2/workers/fsdp/base.py, _scatter_data).
  void read_lengths() {
    constexpr std::string_view tokens = "actor.max_length_per_device", rows = "data.train.max_length",
                               answers = "rollout.train.sampling_params.max_new_tokens";
    const std::int64_t sharing = times(std::max<std::int64_t>(shared_by("cp_size", "context"), 1),
                                       std::max<std::int64_t>(shared_by("tp_size", "tensor_model"), 1));
    const std::int64_t whole = times(count_of(tokens), sharing);
    const std::string_view name = generates_ ? answers : rows;
    if (count_of(name) > 0) plan_.set("training.sequence_length", count_of(name), *find(name));
    if (generates_ && count_of(answers) > 0) {
      plan_.set("training.completion_length", count_of(answers), *find(answers));
      plan_.note({Severity::ignored, "prompts_not_stated", "training.sequence_length",
                  "The file does not say how long prompts are; the plan counts only the answers.",
                  "Set training.sequence_length to prompt and answer together."});
    }
    const std::int64_t length = plan_.document().plan.training.sequence_length;
    if (whole > 0 && length > 0) {
      plan_.set("training.micro_batch_size", std::max<std::int64_t>(whole / length, 1), *find(tokens));
      plan_.set("training.batch_lengths", "fixed", *find(tokens));
    }
    list_as_read(tokens, "training.micro_batch_size");
    list_as_read(rows, "training.sequence_length");
    list_as_read(answers, "training.sequence_length");
    constexpr std::string_view batch = "data.train.batch_size";
    if (!generates_ && count_of(batch) > 0) set_batch(*find(batch), count_of(batch));
    remove_key(keys_, batch);
  }

  /// Returns a parallel size of the backend, from FSDP's section or from Megatron's.
  [[nodiscard]] std::int64_t shared_by(std::string_view own, std::string_view of_megatron) const {
    const std::int64_t stated = count_of("actor." + std::string(own));
    return stated > 0 ? stated : count_of("actor.tf_config." + std::string(of_megatron) + "_parallel_size");
  }

  /// Sets the accumulation from the sequences of a step, and the parallel sizes that later rows read.
  void set_batch(const FileKey& from, std::int64_t sequences) {
    const std::int64_t context = shared_by("cp_size", "context"),
                       tensor = shared_by("tp_size", "tensor_model");
    if (context > 1) plan_.preset("training.context_parallel", context);
    if (tensor > 1) plan_.preset("training.tensor_parallel", tensor);
    GlobalBatch whole{from, sequences};
    whole.is_of_tokens = true;
    read_global_batch(whole, plan_);
  }

  void read_generation() {
    constexpr std::string_view estimator = "adv.estimator", weight = "actor.kl.coef",
                               prompts = "rollout.train.prompts_per_rollout",
                               answers = "rollout.train.responses_per_prompt",
                               updates = "actor.update_per_rollout", ranks = "rollout.server_args.tp_size",
                               share = "rollout.server_args.mem_fraction_static";
    plan_.set("training.method", has_critic_ ? "ppo" : "grpo",
              find(estimator) != nullptr ? find(estimator)->spelling + ": " + value_words(*find(estimator))
                                         : "no adv.estimator, whose default is reinforce");
    const FileKey* const kl = find(weight);
    const bool has_reference = kl != nullptr && python::lax_float(*kl).value_or(0) > 0;
    plan_.set(
        "training.reference", has_reference ? "model" : "none",
        kl != nullptr ? kl->spelling + ": " + value_words(*kl) : "no actor.kl.coef, whose default is 0");
    plan_.set("training.generation", "vllm", "SGLang on the GPUs that train");
    if (is_on_unless_stated("actor.offload_model"))
      plan_.set("training.rests_on_host", offloads_states_ ? "all" : "weights",
                "actor.offload_model, which is on unless stated");
    list_as_read("actor.offload_model", "training.rests_on_host");
    if (count_of(ranks) > 0) plan_.set("training.engine_ranks", count_of(ranks), *find(ranks));
    if (const FileKey* const part = find(share); part != nullptr && python::lax_float(*part))
      plan_.set("training.engine_share", *python::lax_float(*part), *part);
    const std::int64_t samples = std::max<std::int64_t>(count_of(answers), 1);
    plan_.set("training.rl.samples", samples, std::string(answers));
    if (count_of(prompts) > 0) {
      plan_.set("training.rl.prompts", count_of(prompts), *find(prompts));
      const std::int64_t parts = std::max<std::int64_t>(count_of(updates), 1);
      set_batch(*find(prompts), std::max<std::int64_t>(times(count_of(prompts), samples) / parts, 1));
    }
    list_as_read(updates, "training.gradient_accumulation_steps");
  }

  /// Reads the models of PPO: the critic trains on the policy's GPUs, and the environment gives the rewards
  /// (RL2/trainer/ppo.py; RL2/datasets/rl.py, add_env_response).
  void read_critic() {
    constexpr std::string_view section = "critic.", actor = "actor.", name = "critic.model_name";
    if (has_critic_) {
      Json roles = Json::array({Json{{"name", "reward"}, {"placement", "elsewhere"}}});
      if (const FileKey* const named = find(name)) {
        const auto id = model_id_of(named->text, plan_.document().plan, plan_.presets());
        const FileKey* const policy = naming_model(keys_);
        const bool is_policy = policy != nullptr && policy->text == named->text;
        if (id && !is_policy) roles.push_back({{"name", "critic"}, {"model", *id}});
        if (!id && !is_policy)
          plan_.list_as_unread(*named,
                               "It is no model of the catalog; the plan has one as large as the policy.");
      }
      plan_.set("training.roles", roles, "rewards of the environment, and the section critic");
      agree_unless_left(name);
    }
    const std::string reason = has_critic_
                                   ? "Of a critic a plan holds the model; it trains as the policy does."
                                   : "RL2 has a critic only with adv.estimator=gae.";
    bool has_any = false;
    for (const FileKey& key : keys_) {
      if (!key.key.starts_with(section) || key.is_null() || key.is_inherited) continue;
      const FileKey* const same = find(std::string(actor) + key.key.substr(section.size()));
      const bool is_same = same != nullptr && value_words(*same) == value_words(key);
      if (has_critic_ && is_same) {
        plan_.list_as_read(key, "training.roles");
      } else {
        plan_.list_as_unread(key, reason);
        has_any = true;
      }
    }
    if (has_any) plan_.note({Severity::style, "not_read", "", reason, ""});
    remove_section(keys_, section);
  }

  /// Lists a key as read, unless it is listed as not read, and removes it.
  void agree_unless_left(std::string_view name) {
    if (const FileKey* const key = find(name); key != nullptr && !plan_.is_listed(key->spelling))
      plan_.list_as_read(*key, "training.roles");
    remove_key(keys_, name);
  }

  FileKeys& keys_;
  ProgramKeys& plan_;
  bool generates_ = false;
  bool has_critic_ = false;
  bool offloads_states_ = true;  ///< offloads them between steps
};

}  // namespace

void name_rl2_worker(FileKeys& keys) {
  constexpr std::string_view critic = "critic.", actor = "actor.";
  const bool has_actor =
      std::ranges::any_of(keys, [actor](const FileKey& key) { return key.key.starts_with(actor); });
  for (FileKey& key : keys)
    if (!has_actor && key.key.starts_with(critic)) key.key.replace(0, critic.size(), actor);
}

void read_rl2(FileKeys& keys, ProgramKeys& plan) { Rl2Reader(keys, plan).read(); }

}  // namespace zp::import_io
