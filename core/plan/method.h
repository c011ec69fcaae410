// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/catalog/catalog.h"
#include "core/text/words.h"

/// Training methods and the models that each uses in addition to the trained one. For settings that a plan
/// omits, the program's behaviour applies (method_program.h).
namespace zp {

enum class Method : std::uint8_t {
  sft,
  pretrain,
  reward,
  dpo,
  orpo,
  kto,
  distillation,
  ppo,
  grpo,
  classification
};
template <>
inline constexpr auto words_of<Method> = word_list("sft", "pretrain", "reward", "dpo", "orpo", "kto",
                                                   "distillation", "ppo", "grpo", "classification");

/// Source of the reference's log-probabilities: a separate model, the policy with adapters off, the data set
/// (precomputed), or none.
enum class Reference : std::uint8_t { automatic, model, adapter, precomputed, none };
template <>
inline constexpr auto words_of<Reference> = word_list("auto", "model", "adapter", "precomputed", "none");

/// Generator of completions: the trained model itself, vLLM in the same processes, or an engine on other
/// GPUs.
enum class Generation : std::uint8_t { automatic, training, vllm, server };
template <>
inline constexpr auto words_of<Generation> = word_list("auto", "training", "vllm", "server");

/// Tensors of the policy that are moved to host memory while an engine generates, and back before use.
enum class HostRest : std::uint8_t { none, optimizer, weights, all };
template <>
inline constexpr auto words_of<HostRest> = word_list("none", "optimizer", "weights", "all");
[[nodiscard]] constexpr bool rests_optimizer(HostRest rest) {
  return rest == HostRest::optimizer || rest == HostRest::all;
}
[[nodiscard]] constexpr bool rests_weights(HostRest rest) {
  return rest == HostRest::weights || rest == HostRest::all;
}

/// Models other than the policy.
enum class RoleName : std::uint8_t { reference, reward, critic, teacher };
template <>
inline constexpr auto words_of<RoleName> = word_list("reference", "reward", "critic", "teacher");
inline constexpr std::size_t role_count = 4;

enum class Placement : std::uint8_t { automatic, colocated, elsewhere };
template <>
inline constexpr auto words_of<Placement> = word_list("auto", "colocated", "elsewhere");

/// Device that holds the weights of a partitioned role.
enum class RoleDevice : std::uint8_t { automatic, none, cpu };
template <>
inline constexpr auto words_of<RoleDevice> = word_list("auto", "none", "cpu");

/// Type of a frozen role's weights; automatic means the policy's type.
enum class RolePrecision : std::uint8_t { automatic, fp32, int8, nf4 };
template <>
inline constexpr auto words_of<RolePrecision> = word_list("auto", "fp32", "int8", "nf4");

/// Settings of one model in training.roles; omitted ones follow from the program and the policy.
struct RoleSettings {
  bool is_named = false;
  SharedModelPreset preset{};   ///< empty if the model is stated by a count or not at all
  std::int64_t parameters = 0;  ///< stated as a count; 0 = the policy's model
  RolePrecision precision = RolePrecision::automatic;
  int stage = -1;  ///< 0 or 3; -1 = 3 if the policy has stage 3, else 0
  RoleDevice offload_param{};
  Placement placement{};
  [[nodiscard]] bool has_own_model() const { return preset || parameters > 0; }
  bool operator==(const RoleSettings&) const = default;
};

/// How a method uses its models.
struct MethodRow {
  Method method{};
  std::string_view title;         ///< "Direct preference optimisation"
  std::string_view trainer;       ///< TRL's class
  int sequences_per_example = 1;  ///< 2: chosen and rejected are one batch
  bool has_head = true;           ///< false for methods that train scores, without a vocabulary
  bool in_own_type = false;       ///< log-probabilities in the logits' type, without an fp32 copy
  bool has_reference = false;     ///< has a reference by default; for ppo and grpo the program decides
  bool takes_reference = false;   ///< has a reference if training.reference requests it
  bool has_reward = false, has_critic = false, has_teacher = false;
  bool generates = false;  ///< generates sequences and scores them before training on them
};

/// Sources: trl/trainer/{sft,reward,dpo,kto,grpo}_trainer.py and trl/experimental/{orpo,gkd,ppo}. The program
/// decides whether ppo and grpo have a reference.
inline constexpr auto method_rows = std::to_array<MethodRow>({
    {.method = Method::sft, .title = "Supervised fine-tuning", .trainer = "SFTTrainer"},
    {.method = Method::pretrain, .title = "Pre-training", .trainer = "SFTTrainer"},
    {.method = Method::reward,
     .title = "Reward modelling",
     .trainer = "RewardTrainer",
     .sequences_per_example = 2,
     .has_head = false},
    {.method = Method::dpo,
     .title = "Direct preference optimisation",
     .trainer = "DPOTrainer",
     .sequences_per_example = 2,
     .in_own_type = true,
     .has_reference = true,
     .takes_reference = true},
    {.method = Method::orpo,
     .title = "Odds-ratio preference optimisation",
     .trainer = "ORPOTrainer",
     .sequences_per_example = 2,
     .in_own_type = true},
    {.method = Method::kto,
     .title = "Kahneman-Tversky optimisation",
     .trainer = "KTOTrainer",
     .in_own_type = true,
     .has_reference = true,
     .takes_reference = true},
    {.method = Method::distillation,
     .title = "Distillation",
     .trainer = "GKDTrainer",
     .in_own_type = true,
     .has_teacher = true},
    {.method = Method::ppo,
     .title = "Proximal policy optimisation",
     .trainer = "PPOTrainer",
     .in_own_type = true,
     .takes_reference = true,
     .has_reward = true,
     .has_critic = true,
     .generates = true},
    {.method = Method::grpo,
     .title = "Group relative policy optimisation",
     .trainer = "GRPOTrainer",
     .in_own_type = true,
     .takes_reference = true,
     .generates = true},
    {.method = Method::classification,
     .title = "Sequence classification",
     .trainer = "Trainer",
     .has_head = false},
});

static_assert(method_rows.size() == words_of<Method>.size());
static_assert([] {
  for (std::size_t i = 0; i < method_rows.size(); ++i)
    if (method_rows[i].method != static_cast<Method>(i)) return false;
  return true;
}());

constexpr const MethodRow& row_of(Method method) { return method_rows[static_cast<std::size_t>(method)]; }

/// training.rl: number and length of the sequences that a method generates, and the GPUs used for that. 0 =
/// not stated.
struct Rollout {
  std::int64_t prompts = 0;              ///< prompts per generation; 0: the global batch divided by `samples`
  std::int64_t samples = 0;              ///< sequences generated per prompt; 0: 1
  std::int64_t prompt_tokens = 0;        ///< 0: sequence_length minus the longest completion
  std::int64_t response_tokens = 0;      ///< mean; 0: the time of generation is unknown
  std::int64_t response_tokens_max = 0;  ///< maximum; 0: completion_length, at least twice the mean
  int engine_gpus = 0;                   ///< GPUs of a server; 0: as many as for training
  bool overlaps = false;                 ///< the next batch is generated while this one is trained on
  double reward_seconds = 0;             ///< per generation; overlaps with nothing
  std::int64_t scored_batch = 0;         ///< sequences per scoring forward pass; 0: a micro batch

  [[nodiscard]] constexpr bool is_stated() const { return response_tokens > 0; }
  bool operator==(const Rollout&) const = default;
};

/// training.method and related settings.
struct MethodSettings {
  Method method = Method::sft;
  Reference reference = Reference::automatic;
  Generation generation = Generation::automatic;
  std::int64_t completion_length = 512;  ///< tokens per generated sequence
  double engine_share = 0.3;             ///< share of a GPU's memory for vLLM
  int engine_ranks = 1;                  ///< GPUs that share one engine
  bool engine_sleeps = false;            ///< the engine frees its memory while the policy trains
  HostRest rests_on_host = HostRest::none;
  Rollout rollout;
  std::array<RoleSettings, role_count> roles;

  [[nodiscard]] constexpr const RoleSettings& of(RoleName name) const {
    return roles[static_cast<std::size_t>(name)];
  }
  [[nodiscard]] constexpr bool is_plain() const {
    return method == Method::sft || method == Method::pretrain;
  }
  bool operator==(const MethodSettings&) const = default;
};

}  // namespace zp
