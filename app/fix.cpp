// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <filesystem>
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
#include "core/text/backup.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

struct FixOptions {
  ConfigInput input;
  std::string out;
  bool in_place = false;
};

/// Returns the name of the fixed file: "ds_config.json" → "ds_config.fixed.json".
std::string path_beside(const std::string& config) {
  const std::filesystem::path path(config);
  return (path.parent_path() / path.stem()).string() + ".fixed" + path.extension().string();
}

std::string target_of(const FixOptions& options) {
  if (!options.out.empty()) return options.out;
  return options.in_place || options.input.config == "-" ? options.input.config
                                                         : path_beside(options.input.config);
}

/// Returns the changes and the remaining findings as text.
std::string summary(const std::string& name, const std::string& before, const FixedConfig& fixed,
                    const CheckOptions& options) {
  std::string text = line_diff(before, fixed.text, name);
  for (const std::string& fix : fixed.fixes)
    text += fix + '\n';
  if (fixed.fixes.empty()) text += name + ": nothing that can be fixed safely.\n";
  return text + config_check_text(name, fixed.left, options);
}

/// Writes the fixed file and returns a sentence that names it; "" if nothing changed and no output file was
/// requested.
std::string write(const FixOptions& options, const std::string& target, const std::string& before,
                  const std::string& fixed) {
  if (fixed == before && options.out.empty()) return "";
  std::string kept;
  if (options.in_place)
    kept = replace_with_backup(target, before, fixed);
  else
    write_text_file(target, fixed);
  return "Written to " + target + (kept.empty() ? "" : "; as it was before: " + kept) + ".\n";
}

int run_fix(const FixOptions& options) {
  const CheckOptions check = check_options(options.input);
  const std::string before = read_text_file(options.input.config);
  if (embedded_config(before))
    throw InputError(input_name(options.input.config) +
                     ": fix rewrites JSON only; check names the lines of this YAML, to be changed by hand.");
  const FixedConfig fixed = fix_config(before, check);
  const std::string summary_line = summary(input_name(options.input.config), before, fixed, check);
  const std::string target = target_of(options);
  if (target == "-") {  // the file goes to standard output, so the summary goes to standard error
    print_file(fixed.text);
    complain(summary_line);
  } else {
    print(summary_line + write(options, target, before, fixed.text));
  }
  return stops_training(fixed.left) ? answer_is_no : done;
}

}  // namespace

void add_fix(CLI::App& app, Run& run) {
  const auto [command, options] =
      add_command(app, run, "fix", "Apply the safe fixes to a ds_config.json", run_fix);
  add_config_option(command, options.input);
  add_job_options(command, options.input);
  CLI::Option* const out = command
                               .add_option("--out", options.out,
                                           "Write the fixed file here instead of next to CONFIG "
                                           "(NAME.fixed.json); - writes to standard output")
                               ->type_name("FILE");
  command.add_flag("--in-place", options.in_place, "Replace CONFIG; the old file is kept as CONFIG.bak")
      ->excludes(out);
}

}  // namespace zp::app
