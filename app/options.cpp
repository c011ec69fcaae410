// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/options.h"

#include <optional>

#include "app/input.h"

namespace zp::app {

CLI::Option* add_plan_option(CLI::App& command, PlanInput& plan, const std::string& more) {
  const std::string without_file = ", and without a file --set states the plan";
  CLI::Option* const option =
      command
          .add_option("PLAN", plan.path,
                      "Plan file; - reads standard input" + (more.empty() ? without_file : more))
          ->type_name("");
  add_set_option(command, plan.settings, "of the plan");
  command
      .add_option("--scenario", plan.scenario,
                  "Use this scenario of the file instead of its own plan; FILE#NAME means the same")
      ->type_name("NAME");
  return option;
}

CLI::Option* add_set_option(CLI::App& command, std::vector<std::string>& settings, const std::string& of) {
  return command
      .add_option("--set", settings,
                  "Set a key " + of + ", for example --set zero.stage=3; repeat it for every key")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
}

CLI::Option* add_keep_model_option(CLI::App& command, bool& keeps_model) {
  return command.add_flag(
      "--keep-model", keeps_model,
      "Keep that plan's model whatever model a file names; without this option a model that is not in "
      "the catalog is an error");
}

ModelOrigin model_of(bool keeps_model) { return keeps_model ? ModelOrigin::base : ModelOrigin::file; }

void add_json_option(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "Print one JSON document");
}

void add_version_option(CLI::App& command, std::string& version, const char* help) {
  command.add_option("--deepspeed-version", version, help)->type_name("V");
}

DeepSpeedVersion version_in(const std::string& text) {
  const std::optional<DeepSpeedVersion> version = parse_version(text);
  if (!version)
    throw InputError("--deepspeed-version " + text + " is no version; write it as 0.19 or 0.19.6.");
  return *version;
}

}  // namespace zp::app
