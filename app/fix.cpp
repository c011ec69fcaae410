// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <string>

#include "app/commands.h"
#include "app/config_input.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "core/check/fix_config.h"
#include "core/import/embedded_config.h"
#include "core/report/config_check.h"
#include "core/report/line_diff.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

struct FixOptions {
  ConfigInput input;
  std::string out;
};

/// What was changed and what is left, for a person.
std::string summary(const std::string& name, const std::string& before, const FixedConfig& fixed,
                    const CheckOptions& options) {
  std::string text = line_diff(before, fixed.text, name);
  for (const std::string& fix : fixed.fixes)
    text += fix + '\n';
  if (fixed.fixes.empty()) text += name + ": nothing that can be fixed safely.\n";
  return text + config_check_text(name, fixed.left, options);
}

int run_fix(const FixOptions& options) {
  const CheckOptions check = check_options(options.input);
  const std::string before = read_text_file(options.input.config);
  if (embedded_config(before))
    throw InputError(input_name(options.input.config) +
                     ": fix rewrites JSON only; check names the lines of this YAML, to be changed by hand.");
  const FixedConfig fixed = fix_config(before, check);
  const std::string said = summary(input_name(options.input.config), before, fixed, check);
  const std::string target = options.out.empty() ? options.input.config : options.out;
  if (target == "-") {  // the file goes to standard output, what is said of it to standard error
    print(fixed.text);
    complain(said);
  } else {
    if (fixed.text != before || !options.out.empty()) write_text_file(target, fixed.text);
    print(said);
  }
  return stops_training(fixed.left) ? answer_is_no : done;
}

}  // namespace

void add_fix(CLI::App& app, Run& run) {
  const auto [command, options] =
      add_command(app, run, "fix", "Apply the fixes to a ds_config.json that are safe", run_fix);
  add_config_option(command, options.input);
  add_job_options(command, options.input);
  command
      .add_option("--out", options.out,
                  "Write the fixed file here instead of over CONFIG; - writes standard output")
      ->type_name("FILE");
}

}  // namespace zp::app
