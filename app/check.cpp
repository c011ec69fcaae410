// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/commands.h"
#include "app/config_input.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "core/report/config_check.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

struct Options {
  ConfigInput input;
  bool json = false;
};

int run_check(const Options& options) {
  const CheckOptions check = check_options(options.input);
  const ConfigCheck result = check_config(read_config_text(read_text_file(options.input.config)), check);
  print(options.json ? config_check_json(result)
                     : config_check_text(input_name(options.input.config), result, check));
  return stops_training(result) ? answer_is_no : done;
}

}  // namespace

void add_check(CLI::App& app, Run& run) {
  const auto [command, options] =
      add_command(app, run, "check", "Problems of a ds_config.json, each with its fix", run_check);
  add_config_options(command, options.input);
  add_version_option(command, options.input.version, "The version that is to read the file");
  add_json_option(command, options.json);
}

}  // namespace zp::app
