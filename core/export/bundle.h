// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"
#include "core/text/text_files.h"

namespace zp {

using ExportFile = NamedText;

inline constexpr std::string_view plan_file = "plan.zplan.json";

/// Returns every file that a launch needs: ds_config.json, accelerate_config.yaml, hostfile, launch.sh and
/// plan.zplan.json. report.md is added by core/report, which may read the estimate.
std::vector<ExportFile> launch_bundle(const PlanDocument& document);

/// Returns accelerate's cluster file; everything else is in ds_config.json beside it.
std::string accelerate_yaml(const PlanDocument& document);
/// Returns the lines worker-1, worker-2 … with their slots; localhost for a single node.
std::string hostfile(const Plan& plan);
/// Returns the bash script `./launch.sh [deepspeed|accelerate|torchrun|slurm] train.py [arguments ...]`;
/// without the word the launcher is deepspeed.
std::string launch_script(const PlanDocument& document);
/// Returns the one command that starts this plan with DeepSpeed's launcher, for a program called train.py.
std::string launch_command(const PlanDocument& document);

}  // namespace zp
