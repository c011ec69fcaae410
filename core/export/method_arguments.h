// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.h"

/// A plan's method in the terms of the training program.
namespace zp {

/// GRPO's beta with a reference; TRL's default is 0 (arXiv:2402.03300).
inline constexpr double grpo_beta = 0.04;

/// Returns the trainer or command: "TRL: GRPOTrainer", "OpenRLHF: openrlhf.cli.train_ppo_ray".
std::string method_command(const Plan& plan);
/// Returns the arguments that differ from the program's defaults, in the program's syntax.
std::vector<std::string> method_arguments(const Plan& plan);

/// Completions per prompt in TRL's GRPO by default (trainer/grpo_config.py).
inline constexpr std::int64_t usual_samples = 8;
/// Returns true if a step consists of whole groups of `samples` completions, at least two. Runs that generate
/// do not evaluate separately (core/sharding/roles.h).
bool divides_groups(const Plan& plan, std::int64_t samples);
/// Returns the completions per prompt: the plan's, else the largest number up to the default that
/// divides_groups(); 1 if there is none.
std::int64_t samples_of_prompt(const Plan& plan);

/// The batch of a method that generates, as programs with their own loop (verl, EasyR1, OpenRLHF) count it.
struct RolloutBatch {
  std::int64_t samples = 1;     ///< completions per prompt
  std::int64_t mini_batch = 1;  ///< prompts per optimizer step
  std::int64_t prompts = 1;     ///< prompts per generation: a multiple of mini_batch unless stated
};
/// Returns the batch that the plan states. If the number of completions is not stated, PPO uses one, and GRPO
/// the largest number up to the default that divides a step.
RolloutBatch rollout_batch_of(const Plan& plan);

/// Returns true if attention uses the flash-attn package, the only kernel with which programs with their own
/// loop support sequence parallelism.
bool runs_flash_attention(const Plan& plan);

}  // namespace zp
