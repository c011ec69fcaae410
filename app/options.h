// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// Options that several commands have.
namespace zp::app {

/// PLAN, the file a command reads; `more` continues its help.
CLI::Option* add_plan_option(CLI::App& command, std::string& plan, const std::string& more = "");
/// --json.
void add_json_option(CLI::App& command, bool& json);

}  // namespace zp::app
