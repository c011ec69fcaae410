// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/config_input.h"

#include <CLI/CLI.hpp>

#include "app/number_option.h"
#include "app/options.h"
#include "core/import/embedded_config.h"
#include "core/text/file_error.h"
#include "core/text/text_file.h"

namespace zp::app {

void add_config_option(CLI::App& command, ConfigInput& input) {
  command.add_option("CONFIG", input.config, "The ds_config.json; - reads standard input")
      ->required()
      ->type_name("");
}

void add_job_options(CLI::App& command, ConfigInput& input) {
  constexpr int most_ranks = 1'000'000;
  command.add_option("--world-size", input.world_size, "Number of ranks of the job; by default the plan's")
      ->transform(whole_number(1, most_ranks))
      ->type_name("N");
  CLI::Option* const plan =
      command.add_option("--plan", input.plan.path, "Plan that the file is for; - reads standard input")
          ->type_name("PLAN");
  add_set_option(command, input.plan.settings, "of that plan")->needs(plan);
}

ConfigSource read_config(const std::string& path) {
  std::string text = read_text_file(path);
  try {
    return config_in(std::move(text));
  } catch (const FileError& error) {
    throw InputError(input_name(path) + ": " + error.what());
  }
}

CheckOptions check_options(const ConfigInput& input) {
  CheckOptions options;
  if (!input.plan.path.empty()) {
    if (input.plan.path == "-" && input.config == "-")
      throw InputError("CONFIG and --plan cannot both be standard input; give one of them as a file.");
    options.plan = load_plan(input.plan).plan;
    options.version = options.plan->target.deepspeed_version;
    options.world_size = options.plan->cluster.ranks();
  }
  if (input.world_size > 0) options.world_size = input.world_size;
  if (!input.version.empty()) options.version = version_in(input.version);
  return options;
}

bool stops_training(const ConfigCheck& check) {
  return (!check.accepted && !check.accepted_from_trainer.value_or(false)) || stops(check.issues);
}

}  // namespace zp::app
