// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"

/// Parts shared by the scripts of all programs. Internal to this folder.
namespace zp {

/// Returns torch's name of the plan's precision: "bfloat16".
std::string_view torch_type(Precision precision);
/// Returns words like "2 nodes with 8 GPUs each, ZeRO stage 3".
std::string size_text(const Plan& plan);
/// Returns the number of threads for a rank's optimizer on the CPU; 0 if it is on the GPU.
int optimizer_threads(const Plan& plan);
/// Returns the line that sets this number, because torchrun would set it to one; "" if the optimizer is on
/// the GPU.
std::string threads_line(const Plan& plan);
/// Returns the arguments that name ds_config.json to a program: deepspeed.add_config_arguments has two
/// options, Trainer one.
std::vector<std::string> config_arguments(const Plan& plan, const std::string& path);
/// Returns torchrun's options; with several nodes they use the script's "$rank", "$master" and "$port".
std::string torchrun_options(const Plan& plan);
/// Returns accelerate's options other than its configuration file.
std::string accelerate_options(const Plan& plan);
/// Returns the lines around a command that trains with Ray, which wait for the GPUs of all nodes. With
/// several nodes, the first starts Ray and the command, the others join, using the script's "$rank",
/// "$master" and "$port".
std::string ray_command(const Plan& plan, const std::string& command);
/// Returns lines that set "$rank" from NODE_RANK, or exit; `script` is the name used in the message.
std::string rank_lines(std::string_view script, std::string_view indent);

}  // namespace zp
