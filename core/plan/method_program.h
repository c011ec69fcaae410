// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/plan/method.h"

/// The programs that train by a method, and the defaults of each.
namespace zp {

/// Way in which the log-probabilities of labels are computed from logits.
enum class LogProbabilities : std::uint8_t {
  log_softmax,   ///< row by row in the logits' type (TRL trainer/utils.py, selective_log_softmax)
  of_fp32_copy,  ///< a cross-entropy kernel over an fp32 copy, which is kept
  of_logits,     ///< a cross-entropy kernel over the logits, which become their own gradient
};

/// Device that holds partitioned frozen models.
enum class FrozenDevice : std::uint8_t { as_policy, gpu, cpu };

/// A program of one version. `methods` are those of its commands.
struct ProgramRow {
  Program program{};
  std::string_view title;    ///< "TRL 1.10.0.dev0"
  std::string_view commit;   ///< "huggingface/trl at f2cd577"
  std::string_view sources;  ///< files in it that state the defaults
  std::uint16_t methods = 0;
  bool grpo_has_reference = false, ppo_has_reference = false;
  bool switches_adapters_off = true;         ///< reference of adapters: switches them off
  bool asks_completions = true;              ///< grpo asks for logits of completions alone
  bool critic_has_engine = false;            ///< and is trained before or after the policy, not beside it
  bool trains_by_log_probabilities = false;  ///< with every method that has a head, even sft
  LogProbabilities log_probabilities{};
  FrozenDevice frozen_device{};
  Placement others = Placement::colocated;       ///< place of the models beside the policy
  Generation generation = Generation::training;  ///< generator of completions
  double engine_share = 0;                       ///< share of a GPU's memory for vLLM
  int engine_ranks = 1;                          ///< GPUs that share an engine
  bool engine_sleeps = false;
  bool on_deepspeed = true, on_fsdp = true;  ///< frameworks that partition its models

  [[nodiscard]] constexpr bool has(Method method) const {
    return (methods >> static_cast<unsigned>(method) & 1U) != 0;
  }
};

template <class... Methods>
constexpr std::uint16_t set_of(Methods... methods) {
  return static_cast<std::uint16_t>((... | (1U << static_cast<unsigned>(methods))));
}
inline constexpr std::uint16_t all_methods = (1U << words_of<Method>.size()) - 1;

inline constexpr auto program_rows = std::to_array<ProgramRow>({
    {.program = Program::trl,
     .title = "TRL 1.10.0.dev0",
     .commit = "huggingface/trl at f2cd577",
     .sources = "trainer/*_config.py, models/utils.py: prepare_deepspeed, generation/vllm_generation.py",
     .methods = all_methods,
     .ppo_has_reference = true,
     .engine_share = 0.3},
    {.program = Program::openrlhf,
     .title = "OpenRLHF 0.11.0",
     .commit = "OpenRLHF/OpenRLHF at 3c3be62",
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
     .others = Placement::elsewhere,
     .generation = Generation::server,
     .engine_share = 0.95,
     .on_fsdp = false},
    {.program = Program::swift,
     .title = "ms-swift 4.6.0.dev0",
     .commit = "modelscope/ms-swift at 3602360",
     .sources = "arguments/rlhf_args.py, rlhf_trainers/args_mixin.py",
     .methods = all_methods,
     .grpo_has_reference = true,
     .ppo_has_reference = true,
     .engine_share = 0.9},
    {.program = Program::verl,
     .title = "verl 0.8.0.dev",
     .commit = "volcengine/verl at b178a3c",
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
     .engine_sleeps = true,
     .on_deepspeed = false},
});

static_assert(program_rows.size() == words_of<Program>.size());
static_assert([] {
  for (std::size_t i = 0; i < program_rows.size(); ++i)
    if (program_rows[i].program != static_cast<Program>(i)) return false;
  return true;
}());

constexpr const ProgramRow& row_of(Program program) {
  return program_rows[static_cast<std::size_t>(program)];
}

}  // namespace zp
