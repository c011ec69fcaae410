// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/job_keys.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <utility>

#include "core/import/inherited_keys.h"
#include "core/import/named_model.h"
#include "core/import/program_reading_json.h"
#include "core/text/python_program.h"

namespace zp::import_io {
namespace {

/// Returns the arguments of a command as the options of its Python program, and the number of its processes.
PythonOptions options_of(const JobFile& job) {
  PythonOptions options;
  for (const FileKey& argument : job.arguments)
    options[argument.key] = argument.text;
  if (job.processes > 0) options[std::string(world_size_variable)] = std::to_string(job.processes);
  return options;
}

/// Returns the option whose value a Python program uses for this key: "batch_size" for "${args.batch_size}",
/// or "trainable" for a list split from one, "${args.trainable.split(',')}"; "" for another value.
std::string option_passed(const FileKey& key) {
  const std::string& text = key.text;
  if (!key.is_string() || !text.starts_with("${") || !text.ends_with('}')) return "";
  std::string name = text.substr(2, text.size() - 3);
  for (const std::string_view split : {".split(',')", ".split(\",\")"})
    if (name.ends_with(split)) name.resize(name.size() - split.size());
  const bool is_name = std::ranges::all_of(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; });
  return is_name ? name.substr(name.rfind('.') + 1) : "";
}

/// Returns the name of the folder that contains a file: "llama3" for "models/llama3/config_registry.py".
std::string last_folder_of(const std::string& path) {
  const std::string folder = path.substr(0, path.rfind('/'));
  return folder.substr(folder.rfind('/') + 1);
}

}  // namespace

std::optional<ProgramYaml> named_file(const std::string& text, const JobFile& job,
                                      const ProgramEntry*& program) {
  if (text.empty()) return std::nullopt;
  if (job.training_file.empty()) {
    const PythonOptions options = options_of(job);
    std::optional<ProgramYaml> python = python_yaml(text, &options);
    if (python && python->program != nullptr && (program == nullptr || program == &usual_program()))
      program = python->program;
    if (python) python->program = program != nullptr ? program : &usual_program();
    return python;
  }
  if (job.training_file.ends_with("config_registry.py")) {
    const FileKey* const model = find_key(job.arguments, "config");
    const FileKey* const name = model != nullptr ? model : find_key(job.arguments, "config_function");
    std::optional<ProgramYaml> registry =
        name != nullptr ? torchtitan_yaml(text, name->text, last_folder_of(job.training_file)) : std::nullopt;
    if (registry && model != nullptr)
      std::erase_if(registry->keys, [](const FileKey& key) { return key.key == "config"; });
    if (registry) program = registry->program;
    return registry;
  }
  // Other projects also have an examples/run_sft.py, as NeMo-RL has; the contents decide.
  const bool is_common_name = program != nullptr && program->id == "nemo-rl";
  if (auto marked = program_yaml(text);
      marked && (program == nullptr || is_common_name || marked->program == program)) {
    program = marked->program;
    return marked;
  }
  // Keys of an unknown program are read under the names of Trainer's keys, but the program does not count as
  // one of Trainer's.
  return yaml_of(program != nullptr ? *program : usual_program(), text);
}

void follow_config(const ImportFile& file, JobFile& job) {
  job.training_file = file.config_file;
  std::erase_if(job.arguments, [&file](const FileKey& key) {
    const bool is_choice = std::ranges::find(file.hydra_choices, key.spelling) != file.hydra_choices.end() ||
                           std::ranges::find(file.hydra_choices, key.key) != file.hydra_choices.end();
    const bool names_file = key.is_string() && !key.text.empty() && file.config_file.ends_with(key.text) &&
                            key.text.find('.') != std::string::npos;
    const bool is_of_hydra =
        !file.hydra_choices.empty() && (key.key == "config_name" || key.key == "config_path");
    return is_choice || names_file || is_of_hydra;
  });
}

void open_composed(ProgramYaml& named, JobFile& job) {
  FileKeys all;
  for (FileKey& key : named.keys) {
    const bool is_overruled = find_key(job.arguments, key.key) != nullptr;
    if (key.part == ImportPart::file) key.part = ImportPart::training;
    if (!is_overruled) all.push_back(std::move(key));
  }
  std::ranges::copy(job.arguments, std::back_inserter(all));
  resolve_references(all);
  const bool is_known = named.program != nullptr && named.program != &usual_program();
  if (const ProgramEntry* const program = is_known ? nullptr : program_of_keys(all)) named.program = program;
  named.keys.clear();
  job.arguments.clear();
  for (FileKey& key : all)
    (key.part == ImportPart::file ? job.arguments : named.keys).push_back(std::move(key));
}

JobKeys joined_keys(FileKeys of_file, const std::string& name, const JobFile& job,
                    const ProgramEntry& program) {
  const bool written = !job.training_text.empty();  // the script itself writes the file
  JobKeys joined;
  std::set<std::string> passed;  // names of options
  for (FileKey& key : of_file) {
    const std::string option = option_passed(key);
    const FileKey* const argument = option.empty() ? nullptr : find_key(job.arguments, option);
    if (argument != nullptr) {
      const bool is_better_known = rows_of(program, key.key).empty() && !rows_of(program, option).empty();
      if (option == key.key || is_better_known) continue;
      passed.insert(option);
      joined.keys.push_back(*argument);
      joined.keys.back().key = key.key;
      continue;
    }
    key.part = written || key.is_inherited ? ImportPart::none : ImportPart::training;
    if (!key.is_inherited) key.spelling += " of " + name;
    const bool is_overruled = find_key(job.arguments, key.key) != nullptr;
    if (is_overruled && is_left_open(key.text)) continue;
    (is_overruled ? joined.overruled : joined.keys).push_back(std::move(key));
  }
  for (const FileKey& argument : job.arguments)
    if (!passed.contains(argument.key)) joined.keys.push_back(argument);
  return joined;
}

std::string config_name_of(const JobFile& job, const std::string& text) {
  const std::string& named = job.config_name.empty() ? job.accelerate_name : job.config_name;
  if (!named.empty() || text.empty()) return named;
  const ProgramEntry* program = program_of(job);
  std::optional<ProgramYaml> file = named_file(text, job, program);
  if (!file) return "";
  const JobKeys joined = joined_keys(std::move(file->keys), "", job, *file->program);
  const FileKey* key = find_key(joined.keys, "deepspeed");
  return key != nullptr && key->is_string() && key->text.ends_with(".json") ? key->text : "";
}

}  // namespace zp::import_io
