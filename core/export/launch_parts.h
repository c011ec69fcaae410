// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"

/// What the scripts of all programs have in common. Internal to this folder.
namespace zp {

/// "2 nodes with 8 GPUs each, ZeRO stage 3"
std::string size_text(const Plan& plan);
/// How many threads a rank's optimizer may take where it steps on the CPU; 0 where it does not.
int optimizer_threads(const Plan& plan);
/// The line that sets them, "" where the optimizer steps on the GPU: torchrun would give it one.
std::string threads_line(const Plan& plan);
/// How a program learns of ds_config.json: deepspeed.add_config_arguments has two options, Trainer one.
std::vector<std::string> config_arguments(const Plan& plan, const std::string& path);
/// torchrun's own; with several nodes "$rank", "$master" and "$port" are the script's.
std::string torchrun_options(const Plan& plan);
/// accelerate's beside its configuration file.
std::string accelerate_options(const Plan& plan);
/// Lines that set "$rank" from NODE_RANK, or stop; `script` is who says so.
std::string rank_lines(std::string_view script, std::string_view indent);

}  // namespace zp
