// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/commands.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "core/dsconfig/check_config.h"
#include "core/plan/plan_file.h"
#include "core/report/config_check.h"

namespace zp::app {
namespace {

struct Options {
  std::string config, plan, version;
  int world_size = 0;
  bool json = false;
};

CheckOptions check_options(const Options& options) {
  CheckOptions check;
  if (!options.plan.empty()) {
    if (options.plan == "-" && options.config == "-")
      throw InputError("CONFIG and --plan cannot both be standard input; give one of them as a file.");
    check.plan = load_plan(options.plan).plan;
    check.version = check.plan->target.deepspeed_version;
    check.world_size = zero_world(*check.plan);
  }
  if (options.world_size > 0) check.world_size = options.world_size;
  if (options.version.empty()) return check;
  const std::optional<DeepSpeedVersion> version = parse_version(options.version);
  if (!version)
    throw InputError("--deepspeed-version " + options.version + " is no version; write it as 0.19 or 0.19.6.");
  check.version = *version;
  return check;
}

bool stops_training(const ConfigIssue& issue) {
  return issue.severity == Severity::refused || issue.severity == Severity::fails_later;
}

int run_check(const Options& options) {
  const CheckOptions check = check_options(options);
  std::string text;
  try {
    text = read_text_file(options.config);
  } catch (const PlanError& error) {
    throw InputError(error.what());
  }
  const ConfigCheck result = check_config(read_config_text(std::move(text)), check);
  print(options.json ? config_check_json(result)
                     : config_check_text(input_name(options.config), result, check));
  return result.accepted && std::ranges::none_of(result.issues, stops_training) ? done : answer_is_no;
}

}  // namespace

void add_check(CLI::App& app, Run& run) {
  constexpr int most_ranks = 1'000'000;
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("check", "Problems of a ds_config.json, each with its fix");
  command->add_option("CONFIG", options->config, "The ds_config.json; - reads standard input")
      ->required()
      ->type_name("");
  command->add_option("--world-size", options->world_size, "Ranks of the job; the plan's when left out")
      ->check(CLI::Range(1, most_ranks).description(""))
      ->type_name("N");
  command->add_option("--plan", options->plan, "The plan the file is for; - reads standard input")
      ->type_name("PLAN");
  command
      ->add_option("--deepspeed-version", options->version, "The version that is to read the file")
      ->type_name("V");
  add_json_option(*command, options->json);
  command->callback([options, &run] { run = [options] { return run_check(*options); }; });
}

}  // namespace zp::app
