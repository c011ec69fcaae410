// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/catalog/programs.h"
#include "core/plan/method.h"
#include "core/plan/training.h"

/// How programs implement methods other than next-token training. Every program has a row: its own, that of
/// the program whose trainers it uses, or one without such methods.
namespace zp {

/// How the log-probabilities of labels are computed from logits.
enum class LogProbabilities : std::uint8_t {
  log_softmax,   ///< row by row in the logits' type (TRL trainer/utils.py, selective_log_softmax)
  of_fp32_copy,  ///< a cross-entropy kernel over an fp32 copy, which is kept
  of_logits,     ///< a cross-entropy kernel in place: the logits become their own gradient
};

/// Device that holds partitioned frozen models.
enum class FrozenDevice : std::uint8_t { as_policy, gpu, cpu };

/// The methods of a program's commands, and its behaviour for settings that a plan omits.
struct MethodProgram {
  std::string_view id = {};       ///< of its catalog entry; "" = programs without such methods
  std::string_view sources = {};  ///< its files that state the defaults, at the commit of the entry
  std::uint16_t methods = 0;
  bool grpo_has_reference = false, ppo_has_reference = false;
  bool switches_adapters_off = true;  ///< with adapters, the reference is the policy with adapters off
  bool asks_completions = true;       ///< grpo computes logits only for completions
  bool critic_has_engine = false;     ///< the critic is trained before or after the policy, in its own engine
  bool trains_by_log_probabilities = false;  ///< for every method with a head, even sft
  bool scores_policy = true;  ///< the policy scores its generated sequences before training on them
  LogProbabilities log_probabilities{};
  FrozenDevice frozen_device{};
  Placement others_of_server = Placement::colocated;  ///< models other than the policy if a server generates
  Generation generation = Generation::training;       ///< generator of completions
  double engine_share = 0;                            ///< share of a GPU's memory for vLLM
  int engine_ranks = 1;                               ///< GPUs that share an engine
  bool engine_sleeps = false;
  HostRest rests_on_host = HostRest::none;

  [[nodiscard]] constexpr bool has(Method method) const {
    return (methods >> static_cast<unsigned>(method) & 1U) != 0;
  }
};

template <class... Methods>
constexpr std::uint16_t set_of(Methods... methods) {
  return static_cast<std::uint16_t>((... | (1U << static_cast<unsigned>(methods))));
}
inline constexpr std::uint16_t all_methods = (1U << words_of<Method>.size()) - 1;

inline constexpr auto method_programs = std::to_array<MethodProgram>({
    {.id = "trl",
     .sources = "trainer/*_config.py, models/utils.py: prepare_deepspeed, generation/vllm_generation.py",
     .methods = all_methods,
     .ppo_has_reference = true,
     .engine_share = 0.3},
    {.id = "openrlhf",
     .sources = "cli/train_ppo_ray.py, cli/train_dpo.py, models/actor.py: Actor.forward, "
                "utils/deepspeed/deepspeed.py: get_ds_eval_config",
     .methods = set_of(Method::sft, Method::reward, Method::dpo, Method::ppo, Method::grpo),
     .grpo_has_reference = true,
     .ppo_has_reference = true,
     .switches_adapters_off = false,
     .asks_completions = false,
     .critic_has_engine = true,
     .trains_by_log_probabilities = true,
     .log_probabilities = LogProbabilities::of_fp32_copy,
     .frozen_device = FrozenDevice::gpu,
     .others_of_server = Placement::elsewhere,
     .generation = Generation::vllm,  // README: the hybrid engine, all models and vLLM on the same GPUs
     .engine_share = 0.5,
     .engine_sleeps = true,
     .rests_on_host = HostRest::optimizer},
    {.id = "ms-swift",
     .sources = "arguments/rlhf_args.py, rlhf_trainers/args_mixin.py",
     .methods = all_methods,
     .grpo_has_reference = true,
     .ppo_has_reference = true,
     .engine_share = 0.9},
    {.id = "verl",
     .sources = "trainer/config/_generated_ppo_trainer.yaml, workers/fsdp_workers.py: "
                "_build_model_optimizer, workers/actor/dp_actor.py: _forward_micro_batch",
     .methods = set_of(Method::sft, Method::ppo, Method::grpo),
     .asks_completions = false,
     .critic_has_engine = true,
     .log_probabilities = LogProbabilities::of_logits,
     .frozen_device = FrozenDevice::cpu,
     .generation = Generation::vllm,
     .engine_share = 0.5,
     .engine_ranks = 2,
     .engine_sleeps = true},
    {.id = "easy-r1",
     .sources = "trainer/config.py, workers/rollout/config.py, workers/fsdp_workers.py: "
                "_build_model_optimizer, workers/actor/dp_actor.py: _forward_micro_batch",
     .methods = set_of(Method::ppo, Method::grpo),
     .grpo_has_reference = true,
     .ppo_has_reference = true,
     .asks_completions = false,
     .critic_has_engine = true,
     .log_probabilities = LogProbabilities::of_logits,
     .frozen_device = FrozenDevice::cpu,
     .generation = Generation::vllm,
     .engine_share = 0.6,
     .engine_ranks = 2,
     .engine_sleeps = true},
    {.id = "nemo-rl",
     .sources = "examples/configs/*.yaml, nemo_rl/algorithms/grpo.py: setup, nemo_rl/models/policy/workers: "
                "use_reference_model, nemo_rl/algorithms/loss/utils.py: prepare_loss_input",
     .methods =
         set_of(Method::sft, Method::reward, Method::dpo, Method::distillation, Method::ppo, Method::grpo),
     .grpo_has_reference = true,
     .switches_adapters_off = false,
     .asks_completions = false,
     .critic_has_engine = true,
     .trains_by_log_probabilities = true,
     .log_probabilities = LogProbabilities::of_fp32_copy,
     .frozen_device = FrozenDevice::cpu,
     .generation = Generation::vllm,
     .engine_share = 0.6,
     .engine_sleeps = true},
    {.id = "prime-rl",
     .sources = "packages/prime-rl-configs/src/prime_rl/configs: orchestrator.py, inference.py; "
                "src/prime_rl/trainer/rl: train.py, loss.py",
     .methods = set_of(Method::sft, Method::grpo),
     .switches_adapters_off = false,
     .asks_completions = false,
     .scores_policy = false,  // the engine returns log-probabilities with the sequences
     .generation = Generation::server,
     .engine_share = 0.9},
    {.id = "roll",
     .sources = "configs/base_config.py, pipeline/rlvr/rlvr_pipeline.py, pipeline/dpo, pipeline/distill, "
                "distributed/strategy/fsdp2_strategy.py: op_compute_log_probs",
     .methods = set_of(Method::sft, Method::dpo, Method::distillation, Method::ppo, Method::grpo),
     .grpo_has_reference = true,
     .ppo_has_reference = true,
     .asks_completions = false,
     .critic_has_engine = true,
     .log_probabilities = LogProbabilities::of_fp32_copy,
     .frozen_device = FrozenDevice::cpu,
     .generation = Generation::vllm,
     .engine_share = 0.9,
     .engine_sleeps = true},
    {.id = "rl2",
     .sources = "trainer/config/*.yaml, trainer/ppo.py, workers/fsdp/actor.py: _forward",
     .methods = set_of(Method::sft, Method::reward, Method::dpo, Method::ppo, Method::grpo),
     .switches_adapters_off = false,
     .asks_completions = false,
     .critic_has_engine = true,
     .trains_by_log_probabilities = true,
     .log_probabilities = LogProbabilities::of_fp32_copy,
     .frozen_device = FrozenDevice::cpu,
     .generation = Generation::vllm,
     .engine_share = 0.6,
     .engine_sleeps = true},
    {.id = "nemo-automodel",
     .sources = "nemo_automodel/recipes/llm: train_ft.py, kd.py",
     .methods = set_of(Method::sft, Method::pretrain, Method::distillation),
     .engine_share = 0.3},
    {.id = "llama-factory",
     .sources = "hparams/finetuning_args.py: stage; train/dpo, train/kto, train/ppo, train/rm",
     .methods = set_of(Method::sft, Method::pretrain, Method::reward, Method::dpo, Method::orpo, Method::kto,
                       Method::ppo),
     .ppo_has_reference = true,
     .engine_share = 0.3},
    {.id = "deepspeed-chat",
     .sources = "training/step2_reward_model_finetuning, training/step3_rlhf_finetuning",
     .methods = set_of(Method::sft, Method::reward, Method::ppo),
     .ppo_has_reference = true,
     .engine_share = 0.3},
    {.methods = set_of(Method::sft, Method::pretrain, Method::classification), .engine_share = 0.3},
});

/// Returns the row of the program; TRL's for `none`.
const MethodProgram& method_program(Program program);
/// Returns true if the program trains with the framework; `none` trains with both.
bool trains_with(Program program, Framework framework);
/// Returns the default framework: DeepSpeed, or PyTorch's own if the program supports no other.
Framework default_framework(Program program);
/// Returns the program assumed for a method if a plan names none.
Program usual_method_program();
/// Returns its name and the release examined: "TRL 1.10.0.dev0"; for `none`, those of the default program.
std::string program_title(Program program);

}  // namespace zp
