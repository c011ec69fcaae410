// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/config_input.h"
#include "app/input.h"
#include "app/lines.h"
#include "app/named_option.h"
#include "app/options.h"
#include "app/output.h"
#include "core/import/embedded_config.h"
#include "core/report/config_check.h"

namespace zp::app {
namespace {

struct CheckCommandOptions {
  ConfigInput input;
  std::vector<std::string> configs;
  std::string format = "text";
  bool json = false;
  LineOptions lines;
};

/// The result of checking all files. An unreadable file is reported on standard error, and the others are
/// still checked.
struct CheckedInput {
  std::vector<CheckedFile> files;
  int status = done;
};

/// Reads the plan once for all files, because it may be standard input.
CheckOptions options_for_all(const CheckCommandOptions& options) {
  const auto from_input = std::ranges::count(options.configs, "-");
  if (from_input > 1) throw InputError("CONFIG is standard input more than once; give it once, or as files.");
  ConfigInput input = options.input;
  input.config = from_input == 1 ? "-" : options.configs.front();
  return check_options(input);
}

CheckedInput check_all(const CheckCommandOptions& options, const CheckOptions& check) {
  CheckedInput checked;
  for (const std::string& config : options.configs)
    try {
      checked.files.push_back({input_name(config), check_config(read_config(config), check)});
      if (stops_training(checked.files.back().check))
        checked.status = std::max<int>(checked.status, answer_is_no);
    } catch (const std::exception& error) {
      if (options.configs.size() == 1) throw;
      complain(error.what());
      checked.status = unusable_input;
    }
  return checked;
}

std::string text_of(const std::vector<CheckedFile>& files, const CheckOptions& check) {
  std::string text;
  for (const CheckedFile& file : files)
    text += config_check_text(file.name, file.check, check);
  return text;
}

int run_check(const CheckCommandOptions& options) {
  if (options.lines.jsonl) {
    if (options.configs.size() != 1)
      throw InputError("--jsonl reads one CONFIG, with a ds_config on each line.");
    const CheckOptions check = options_for_all(options);
    return answer_lines(options.configs.front(), options.lines, [&](const std::string& line) {
      return config_check_json(check_config(config_in(line), check), JsonStyle::one_line);
    });
  }
  const CheckOptions check = options_for_all(options);
  const CheckedInput checked = check_all(options, check);
  const std::string format = options.json ? "json" : options.format;
  if (format == "sarif")
    print(config_checks_sarif(checked.files, ZP_VERSION));
  else if (format == "github")
    print(config_checks_github(checked.files));
  else if (format == "text")
    print(text_of(checked.files, check));
  else if (options.configs.size() == 1)
    print(config_check_json(checked.files.front().check));
  else
    print(config_checks_json(checked.files));
  return checked.status;
}

}  // namespace

void add_check(CLI::App& app, Run& run) {
  const auto [command, options] = add_command(
      app, run, "check", "Check ds_config.json files; each problem comes with its fix", run_check);
  command.add_option("CONFIG", options.configs, "One or more ds_config.json files; - reads standard input")
      ->required()
      ->type_name("");
  add_job_options(command, options.input);
  add_version_option(command, options.input.version, "DeepSpeed version that will read the file");
  command
      .add_option("--format", options.format,
                  "text, json, sarif (code scanning) or github (annotations of a workflow)")
      ->check(one_of({"text", "json", "sarif", "github"}))
      ->type_name("NAME");
  add_json_option(command, options.json);
  add_line_options(command, options.lines, "one ds_config", "what is said of it");
}

}  // namespace zp::app
