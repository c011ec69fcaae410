// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.h"

/// A plan's method in the words of the program that trains by it.
namespace zp {

/// GRPO's beta with a reference; TRL's default is 0 (arXiv:2402.03300).
inline constexpr double grpo_beta = 0.04;

/// Returns the trainer or command: "TRL: GRPOTrainer", "OpenRLHF: openrlhf.cli.train_ppo_ray".
std::string method_command(const Plan& plan);
/// Returns the arguments that differ from the program's defaults, in the program's own way of writing.
std::vector<std::string> method_arguments(const Plan& plan);

/// Completions of a prompt that TRL's GRPO makes if nothing is stated (trainer/grpo_config.py).
inline constexpr std::int64_t usual_samples = 8;
/// Returns true if so many completions of a prompt, at least two, divide the sequences of a step, which then
/// holds whole groups. Runs that generate evaluate nothing (core/sharding/roles.h).
bool divides_groups(const Plan& plan, std::int64_t samples);
/// Returns the completions of each prompt: the plan's, or the most up to the usual ones that divide both; 1
/// if none do.
std::int64_t samples_of_prompt(const Plan& plan);

/// The batch of a method that generates, as programs with a loop of their own (verl, EasyR1, OpenRLHF) count
/// it.
struct RolloutBatch {
  std::int64_t samples = 1;     ///< completions of each prompt
  std::int64_t mini_batch = 1;  ///< prompts of an optimizer step
  std::int64_t prompts = 1;     ///< prompts of one generation, whole mini batches of them unless stated
};
/// Returns it as the plan states it. Without a number of completions GRPO has the most up to the usual ones
/// that divide a step, and PPO one.
RolloutBatch rollout_batch_of(const Plan& plan);

/// Returns true if attention runs by a kernel of the flash-attn package, which alone takes divided sequences
/// in programs with a loop of their own.
bool runs_flash_attention(const Plan& plan);

}  // namespace zp
