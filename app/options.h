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

/// Options that several commands have in common.
namespace zp::app {

/// A command and its options, which live as long as the command does.
template <class Options>
struct Command {
  CLI::App& app;
  Options& options;
};

/// Adds a command that, if it is the one given, calls `perform` with its options once they are read.
template <class Options>
Command<Options> add_command(CLI::App& app, Run& run, const char* name, const char* description,
                             int (*perform)(const Options&)) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(name, description);
  command->callback([options, perform, &run] { run = [options, perform] { return perform(*options); }; });
  return {*command, *options};
}

/// Adds PLAN, the file a command reads, --set and --scenario; `more` continues the help of PLAN.
CLI::Option* add_plan_option(CLI::App& command, PlanInput& plan, const std::string& more = "");
/// Adds --set alone; `of` says in its help which plan.
CLI::Option* add_set_option(CLI::App& command, std::vector<std::string>& settings, const std::string& of);
/// Adds --keep-model, for files of other programs that are read over a plan.
CLI::Option* add_keep_model_option(CLI::App& command, bool& keeps_model);
/// Returns whose model a reading takes: the base plan's with --keep-model, else the file's.
ModelOrigin model_of(bool keeps_model);
/// Adds --json.
void add_json_option(CLI::App& command, bool& json);
/// Adds --deepspeed-version; `help` says what the version is for.
void add_version_option(CLI::App& command, std::string& version, const char* help);
/// Returns the version in that option. Throws InputError if it is not a version.
DeepSpeedVersion version_in(const std::string& text);

}  // namespace zp::app
