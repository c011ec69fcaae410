// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/options.h"

#include <CLI/CLI.hpp>

namespace zp::app {

CLI::Option* add_plan_option(CLI::App& command, std::string& plan, const std::string& more) {
  return command.add_option("PLAN", plan, "The plan file; - reads standard input" + more)->type_name("");
}

void add_json_option(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "Print one JSON document");
}

}  // namespace zp::app
