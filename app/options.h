// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "app/commands.h"
#include "app/input.h"
#include "core/import/import.h"
#include "core/plan/plan.h"

/// Options shared by several commands.
namespace zp::app {

/// A command and its options, which live as long as the command.
template <class Options>
struct Command {
  CLI::App& app;
  Options& options;
};

/// Adds a command; if it is the given one, calls `perform` with its options after parsing.
template <class Options>
Command<Options> add_command(CLI::App& app, Run& run, const char* name, const char* description,
                             int (*perform)(const Options&)) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(name, description);
  command->callback([options, perform, &run] { run = [options, perform] { return perform(*options); }; });
  return {*command, *options};
}

/// Adds PLAN (the input file), --set and --scenario; `more` is appended to PLAN's help.
CLI::Option* add_plan_option(CLI::App& command, PlanInput& plan, const std::string& more = "");
/// Adds only --set; `of` names the plan in its help.
CLI::Option* add_set_option(CLI::App& command, std::vector<std::string>& settings, const std::string& of);
/// Adds --keep-model, for other programs' files that are read over a plan.
CLI::Option* add_keep_model_option(CLI::App& command, bool& keeps_model);
/// Returns whose model to use: the base plan's with --keep-model, else the file's.
ModelOrigin model_of(bool keeps_model);
/// Adds --json.
void add_json_option(CLI::App& command, bool& json);
/// Adds --deepspeed-version; `help` states the purpose of the version.
void add_version_option(CLI::App& command, std::string& version, const char* help);
/// Parses that option. Throws InputError if it is not a version.
DeepSpeedVersion version_in(const std::string& text);

}  // namespace zp::app
