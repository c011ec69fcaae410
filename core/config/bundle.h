// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.h"

namespace zp {

struct ExportFile {
  std::string name;  ///< "ds_config.json"
  std::string text;
  bool executable = false;
};

/// Everything a launch takes: ds_config.json, accelerate_config.yaml, hostfile, launch.sh and
/// plan.zplan.json. report.md is added by core/report, which may read the estimate.
std::vector<ExportFile> launch_bundle(const PlanDocument& document);

std::string accelerate_yaml(const PlanDocument& document);
std::string hostfile(const Plan& plan);
std::string launch_script(const PlanDocument& document);
/// The one command that starts this plan with DeepSpeed's launcher.
std::string launch_command(const Plan& plan);

}  // namespace zp
