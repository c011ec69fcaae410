// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/import/import.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/any_plan.h"
#include "app/commands.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "app/user_presets.h"
#include "core/plan_file/plan_file.h"
#include "core/report/imported.h"
#include "core/report/saved_plan.h"
#include "core/report/written_back.h"
#include "core/text/backup.h"
#include "core/text/letters.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

struct ImportOptions {
  std::string file, out;
  PlanInput plan;
  std::string write_back;
  bool keeps_model = false, json = false, in_place = false;
};

ImportFile file_of(const std::string& path) {
  try {
    return read_import_file(path);
  } catch (const FileError& error) {
    throw InputError(input_name(path) + ": " + error.what());
  }
}

/// Returns the path next to `out` for another file of the import.
std::string beside_out(const std::string& out, const std::string& path) {
  return (std::filesystem::path(out).parent_path() / std::filesystem::path(path).filename()).string();
}

/// Writes the changed texts, to --out or in place; returns one line per file.
std::string write_texts(const ImportOptions& options, const ImportFile& before, const ImportFile& now) {
  struct Part {
    const std::string &before, &now, &path;
  };
  const Part parts[] = {{before.text, now.text, options.file},
                        {before.training, now.training, now.training_path},
                        {before.ds_config, now.ds_config, now.ds_config_path}};
  std::string report;
  for (const Part& part : parts) {
    const bool is_main = &part == &parts[0];
    if (part.now == part.before && !(is_main && !options.out.empty())) continue;
    if (part.path.empty())
      throw InputError(input_name(options.file) + ": another file of the import has no path; use --out.");
    if (options.in_place) {
      const std::string kept = replace_with_backup(part.path, part.before, part.now);
      report += "Written to " + part.path + "; as it was before: " + kept + ".\n";
    } else {
      const std::string path = is_main ? options.out : beside_out(options.out, part.path);
      write_text_file(path, part.now);
      report += "Written to " + path + ".\n";
    }
  }
  return report;
}

int run_write_back(const ImportOptions& options) {
  if (options.in_place && (options.file == "-" || std::filesystem::is_directory(options.file)))
    throw InputError(input_name(options.file) + ": --in-place needs a file; use --out.");
  const ImportFile file = file_of(options.file);
  const PlanDocument plan = load_plan({options.write_back, options.plan.settings});
  WriteBack written;
  try {
    written = write_back(file, plan, offered_presets());
  } catch (const FileError& error) {
    throw InputError(input_name(options.file) + ": " + error.what());
  }
  const bool writes = options.in_place || !options.out.empty();
  const std::string report = writes ? write_texts(options, file, written.file) : std::string();
  print(options.json ? written_back_json(file, written) : written_back_diff(file, written) + report);
  if (!options.json) complain_as_is(unwritten_text(written));
  return written.unwritten.empty() ? done : answer_is_no;
}

/// Returns the exported folder at that path, if it is one; its own plan is then the base.
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

/// Returns the base plan: that of --plan, or a default one with the model of --set; nullopt if there is
/// neither, in which case the file must name its model. A program's file uses only model and cluster of the
/// base, so no other --set key is applied here.
std::optional<PlanDocument> base_for(const ImportOptions& options) {
  std::vector<std::string> known;
  for (const std::string& setting : options.plan.settings)
    if (setting.starts_with("model.") || setting.starts_with("cluster.")) known.push_back(setting);
  if (!options.plan.path.empty()) return load_plan({options.plan.path, known});
  if (!names_model(known)) return std::nullopt;
  return changed_plan(read_plan(R"({"model": {"parameters": 1000000000}})", offered_presets()), known, "");
}

/// Returns true if the path is one of the keys, or below one.
bool is_set(const std::string& path, const std::vector<std::string>& keys) {
  return std::ranges::any_of(
      keys, [&](const std::string& key) { return key == path || key.starts_with(path + '.'); });
}

/// Sets the keys of --set, overriding the file, and adds a note that names them.
void set_keys(Imported& imported, const ImportOptions& options) {
  const std::vector<std::string>& settings = options.plan.settings;
  if (settings.empty()) return;
  imported.document =
      changed_plan(imported.document, settings, input_name(PlanInput{options.file, settings}));
  std::vector<std::string> keys;
  for (const std::string& setting : settings)
    keys.push_back(setting.substr(0, setting.find('=')));
  for (const ReadKey& read : imported.read)
    if (is_set(read.path, keys))
      imported.unread_keys.push_back({read.key, read.stated_value, read.line, "--set counts."});
  std::erase_if(imported.read, [&](const ReadKey& read) { return is_set(read.path, keys); });
  std::erase_if(imported.notes, [&](const Finding& note) { return is_set(note.path, keys); });
  imported.notes.push_back(
      {Severity::style, "set", "", "From --set, not from the file: " + with_commas(keys) + '.', ""});
}

int run_import(const ImportOptions& given) {
  ImportOptions options = given;
  options.plan.settings = in_full(given.plan.settings);
  if (!options.write_back.empty()) return run_write_back(options);
  if (std::optional<ExportedFolder> folder = exported_at(options)) {
    set_keys(folder->imported, options);
    if (!options.json) {
      complain_of(folder->imported);
      if (const std::string changes = hand_changes_text(*folder); !changes.empty()) complain(changes);
    }
    write(options, options.json ? imported_json(*folder) : plan_file_text(folder->imported.document));
    return done;
  }
  const bool keeps_model = options.keeps_model || names_model(options.plan.settings);
  Imported imported = imported_file(options.file, file_of(options.file), base_for(options),
                                    model_of(keeps_model), model_by_set);
  set_keys(imported, options);
  if (!options.json) complain_of(imported);
  write(options, options.json ? imported_json(imported) : plan_file_text(imported.document));
  return done;
}

}  // namespace

void add_import(CLI::App& app, Run& run) {
  const auto [command, options] = add_command(
      app, run, "import",
      "Make a plan from a ds_config.json, a training program's file, a Python program or notebook "
      "that trains, a launch or Slurm script, a TrainJob, an accelerate file, or a Hugging Face config.json",
      run_import);
  command.add_option("FILE", options.file, "File to import, or the folder of a job; - reads standard input")
      ->required();
  CLI::Option* const plan =
      command
          .add_option("--plan", options.plan.path,
                      "Plan that supplies the settings that such a file cannot state: model and "
                      "cluster, and for a ds_config.json the training too")
          ->type_name("PLAN");
  CLI::Option* const back =
      command
          .add_option("--write-back", options.write_back,
                      "Print the file with the settings of this plan, as a diff; --out or --in-place "
                      "writes it")
          ->type_name("PLAN")
          ->excludes(plan);
  add_set_option(command, options.plan.settings, "of the plan, whatever the file says of it");
  add_keep_model_option(command, options.keeps_model)->needs(plan);
  add_json_option(command, options.json);
  CLI::Option* const out = command
                               .add_option("--out", options.out,
                                           "Write the plan, or the file with its settings, to this file "
                                           "instead of standard output")
                               ->type_name("FILE");
  command
      .add_flag("--in-place", options.in_place,
                "Replace FILE by the file with the settings; the old one is kept as FILE.bak")
      ->needs(back)
      ->excludes(out);
}

}  // namespace zp::app
