// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/config_input.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/input.h"
#include "core/plan/plan_file.h"
#include "core/text/text_file.h"

namespace zp::app {

void add_config_options(CLI::App& command, ConfigInput& input) {
  constexpr int most_ranks = 1'000'000;
  command.add_option("CONFIG", input.config, "The ds_config.json; - reads standard input")
      ->required()
      ->type_name("");
  command.add_option("--world-size", input.world_size, "Ranks of the job; the plan's when left out")
      ->check(CLI::Range(1, most_ranks).description(""))
      ->type_name("N");
  command.add_option("--plan", input.plan, "The plan the file is for; - reads standard input")
      ->type_name("PLAN");
}

void add_version_option(CLI::App& command, ConfigInput& input) {
  command.add_option("--deepspeed-version", input.version, "The version that is to read the file")
      ->type_name("V");
}

std::string config_text(const ConfigInput& input) {
  try {
    return read_text_file(input.config);
  } catch (const FileError& error) {
    throw InputError(error.what());
  }
}

CheckOptions check_options(const ConfigInput& input) {
  CheckOptions options;
  if (!input.plan.empty()) {
    if (input.plan == "-" && input.config == "-")
      throw InputError("CONFIG and --plan cannot both be standard input; give one of them as a file.");
    options.plan = load_plan(input.plan).plan;
    options.version = options.plan->target.deepspeed_version;
    options.world_size = options.plan->cluster.ranks();
  }
  if (input.world_size > 0) options.world_size = input.world_size;
  if (input.version.empty()) return options;
  const std::optional<DeepSpeedVersion> version = parse_version(input.version);
  if (!version)
    throw InputError("--deepspeed-version " + input.version + " is no version; write it as 0.19 or 0.19.6.");
  options.version = *version;
  return options;
}

bool stops_training(const ConfigCheck& check) {
  return !check.accepted || std::ranges::any_of(check.issues, [](const Finding& issue) {
    return issue.severity == Severity::fails_later;
  });
}

}  // namespace zp::app
