// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/import/import.h"

#include <string>

#include "app/commands.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "core/plan/plan_file.h"
#include "core/report/findings.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

struct Options {
  std::string file, out;
  PlanInput plan;
};

PlanDocument base_plan(const Options& options, ImportKind kind) {
  if (!options.plan.path.empty()) return load_plan(options.plan);
  if (kind != ImportKind::hugging_face)
    throw InputError(input_name(options.file) + ": " + std::string(name_of(kind)) +
                     " names no model; give a plan that does with --plan.");
  return read_plan(R"({"model": {"parameters": 1000000000}})");
}

int run_import(const Options& options) {
  try {
    const ImportFile file = read_import_file(options.file);
    const Imported imported = import_file(file, base_plan(options, kind_of_import(file.text)));
    for (const Finding& note : imported.notes)
      complain(sentence_of(note));
    const std::string text = write_plan(imported.document);
    if (options.out.empty())
      print(text);
    else
      write_text_file(options.out, text);
    return done;
  } catch (const FileError& error) {
    throw InputError(input_name(options.file) + ": " + error.what());
  }
}

}  // namespace

void add_import(CLI::App& app, Run& run) {
  const auto [command, options] = add_command(
      app, run, "import",
      "A plan from a ds_config.json, a YAML that holds or names one, or a Hugging Face config.json",
      run_import);
  command.add_option("FILE", options.file, "The file; - reads standard input")->required();
  CLI::Option* const plan = command
                                .add_option("--plan", options.plan.path,
                                            "Plan that gives what the file does not say: model and cluster")
                                ->type_name("PLAN");
  add_set_option(command, options.plan.settings, "of that plan")->needs(plan);
  command.add_option("--out", options.out, "Write the plan to this file instead of standard output")
      ->type_name("PLAN");
}

}  // namespace zp::app
