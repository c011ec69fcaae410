// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/input.h"
#include "core/check/check_config.h"

namespace CLI {
class App;
}

/// Input of check and fix: a configuration, and the known facts about its job.
namespace zp::app {

struct ConfigInput {
  std::string config, version;
  PlanInput plan;
  int world_size = 0;  ///< 0 if not given
};

/// Adds CONFIG, a single file.
void add_config_option(CLI::App& command, ConfigInput& input);
/// Adds --world-size, --plan and --set.
void add_job_options(CLI::App& command, ConfigInput& input);
/// Returns the ds_config of the file at `path` ("-" for standard input), or the one in a YAML
/// there. Throws InputError.
ConfigSource read_config(const std::string& path);
/// Returns check options with the plan's ranks and version, unless these are given explicitly. Throws
/// InputError for an unusable plan or version.
CheckOptions check_options(const ConfigInput& input);
/// Returns true if DeepSpeed refuses the file, even with Trainer's values filled in, or if training fails
/// later because of it.
bool stops_training(const ConfigCheck& check);

}  // namespace zp::app
