// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/input.h"
#include "core/check/check_config.h"

namespace CLI {
class App;
}

/// The input of check and fix: a configuration, and what is known of the job it is for.
namespace zp::app {

struct ConfigInput {
  std::string config, version;
  PlanInput plan;
  int world_size = 0;  ///< 0 if not given
};

/// Adds CONFIG, one file.
void add_config_option(CLI::App& command, ConfigInput& input);
/// Adds --world-size, --plan and --set.
void add_job_options(CLI::App& command, ConfigInput& input);
/// Returns the ds_config of the file at `path` ("-" for standard input), or the one in a YAML
/// there. Throws InputError.
ConfigSource read_config(const std::string& path);
/// Returns the ranks and the version of the plan, unless they are given. Throws InputError for an unusable
/// plan or version.
CheckOptions check_options(const ConfigInput& input);
/// Returns true if DeepSpeed refuses the file, also as Trainer hands it over, or if training stops
/// for it later.
bool stops_training(const ConfigCheck& check);

}  // namespace zp::app
