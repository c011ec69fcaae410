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

/// Returns the files needed for a launch: ds_config.json, accelerate_config.yaml, hostfile, launch.sh and
/// plan.zplan.json. core/report adds report.md, because only it may use the estimate.
std::vector<ExportFile> launch_bundle(const PlanDocument& document);

/// Returns accelerate's cluster file; all other settings are in ds_config.json.
std::string accelerate_yaml(const PlanDocument& document);
/// Returns one line per node, worker-1, worker-2 … with its slots; localhost for a single node.
std::string hostfile(const Plan& plan);
/// Returns the bash script `./launch.sh [deepspeed|accelerate|torchrun|slurm] train.py [arguments ...]`; the
/// default launcher is deepspeed.
std::string launch_script(const PlanDocument& document);
/// Returns the command that starts the plan with DeepSpeed's launcher and a program train.py.
std::string launch_command(const PlanDocument& document);

}  // namespace zp
