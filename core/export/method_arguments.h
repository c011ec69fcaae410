// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.h"

/// What a plan's method is in the program that trains by it.
namespace zp {

/// With a reference; by default TRL's is 0 (arXiv:2402.03300).
inline constexpr double grpo_beta = 0.04;

/// "TRL: GRPOTrainer", "OpenRLHF: openrlhf.cli.train_ppo_ray".
std::string method_command(const Plan& plan);
/// What has to be said there beside what the program does by itself, in its own way of writing.
std::vector<std::string> method_arguments(const Plan& plan);

}  // namespace zp
