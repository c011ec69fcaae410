// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/import/import.h"

#include <optional>
#include <string>

#include "app/any_plan.h"
#include "app/commands.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "app/user_presets.h"
#include "core/report/imported.h"
#include "core/report/saved_plan.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

struct ImportOptions {
  std::string file, out;
  PlanInput plan;
  bool keeps_model = false, json = false;
};

ImportFile file_of(const std::string& path) {
  try {
    return read_import_file(path);
  } catch (const FileError& error) {
    throw InputError(input_name(path) + ": " + error.what());
  }
}

/// Returns the folder at that path if it was exported; its own plan is the base then.
std::optional<ExportedFolder> exported_at(const ImportOptions& options) {
  if (!options.plan.path.empty() || options.file == "-") return std::nullopt;
  try {
    return exported_folder(options.file, offered_presets());
  } catch (const FileError& error) {
    throw InputError(input_name(options.file) + ": " + error.what());
  }
}

void write(const ImportOptions& options, const std::string& text) {
  if (options.out.empty())
    print(text);
  else
    write_text_file(options.out, text);
}

int run_import(const ImportOptions& options) {
  if (const std::optional<ExportedFolder> folder = exported_at(options)) {
    if (!options.json) {
      for (const Finding& note : folder->imported.notes)
        complain(sentence_of(note));
      if (const std::string changes = hand_changes_text(*folder); !changes.empty()) complain(changes);
    }
    write(options, options.json ? imported_json(*folder) : plan_file_text(folder->imported.document));
    return done;
  }
  const ImportFile file = file_of(options.file);
  std::optional<PlanDocument> base;
  if (!options.plan.path.empty()) base = load_plan(options.plan);
  const ModelOrigin model = model_of(options.keeps_model);
  const std::string text = options.json ? imported_json(imported_file(options.file, file, base, model))
                                        : plan_file_text(imported_plan(options.file, file, base, model));
  write(options, text);
  return done;
}

}  // namespace

void add_import(CLI::App& app, Run& run) {
  const auto [command, options] =
      add_command(app, run, "import",
                  "Make a plan from a ds_config.json, a training program's file, a launch or Slurm "
                  "script, a TrainJob, an accelerate file, or a Hugging Face config.json",
                  run_import);
  command.add_option("FILE", options.file, "File to import, or the folder of a job; - reads standard input")
      ->required();
  CLI::Option* const plan =
      command
          .add_option("--plan", options.plan.path,
                      "Plan that supplies the settings that such a file cannot state: model and "
                      "cluster, and for a ds_config.json the training too")
          ->type_name("PLAN");
  add_set_option(command, options.plan.settings, "of that plan")->needs(plan);
  add_keep_model_option(command, options.keeps_model)->needs(plan);
  add_json_option(command, options.json);
  command.add_option("--out", options.out, "Write the plan to this file instead of standard output")
      ->type_name("PLAN");
}

}  // namespace zp::app
