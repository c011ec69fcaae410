// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/named_files.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "core/import/embedded_config.h"
#include "core/import/hydra.h"
#include "core/import/job_file.h"
#include "core/import/program_yaml.h"
#include "core/import/python_script.h"
#include "core/text/letters.h"
#include "core/text/python_tree.h"

namespace zp {
namespace {

/// Returns the text of a named file. If it is not there, the ends of its name are looked up, because a path
/// of the author's machine holds the folder of the project: "configs/zero3.json" for
/// "/home/me/run/configs/zero3.json". `name` becomes the name under which the file was found.
std::string text_of_end(std::string& name, const TextOfName& text_of) {
  const bool is_open = name.find_first_of("$`") != std::string::npos;
  for (std::string end = name; !end.empty();) {
    if (std::string text = text_of(end); !text.empty()) {
      name = std::move(end);
      return text;
    }
    const std::size_t slash = end.find('/');
    if (is_open || slash == std::string::npos) return "";
    end.erase(0, slash + 1);
  }
  return "";
}

/// Returns the folder above the name under which a job's program was found: "src/" for "src/sft/train.py",
/// which the job names "sft/train.py"; "" if it was found under its own name.
std::string folder_of_program(const ImportFile& file) {
  if (file.training_path.empty()) return "";
  const std::string named = training_file_named_in(file.text);
  const std::string& found = file.training_path;
  return !named.empty() && found.ends_with('/' + named) ? found.substr(0, found.size() - named.size()) : "";
}

/// Returns the text of a named file as text_of_end does, or of that name in the folder in which the program
/// was found.
std::string text_beside_program(const ImportFile& file, std::string& name, const TextOfName& text_of) {
  std::string text = text_of_end(name, text_of);
  const std::string folder = text.empty() && !name.empty() ? folder_of_program(file) : std::string();
  if (folder.empty()) return text;
  text = text_of(folder + name);
  if (!text.empty()) name.insert(0, folder);
  return text;
}

/// Adds the ds_config, or accelerate's file, of this name.
void add_config(ImportFile& file, std::string name, const TextOfName& text_of) {
  const std::string stated = name;
  file.ds_config = text_beside_program(file, name, text_of);
  if (!file.ds_config.empty() && name != stated) file.ds_config_path = std::move(name);
}

bool is_of_accelerate(const std::string& text) {
  const std::optional<EmbeddedConfig> embedded = text.empty() ? std::nullopt : embedded_config(text);
  return embedded && embedded->program == accelerate_program;
}

/// Adds accelerate's file of a command that names a ds_config too, as an argument of its program.
void add_accelerate(ImportFile& file, std::string name, const TextOfName& text_of) {
  std::string text = name.empty() ? std::string() : text_beside_program(file, name, text_of);
  if (is_of_accelerate(text) && file.accelerate.empty() && text != file.ds_config)
    file.accelerate = std::move(text);
}

/// Returns the files of the modules that a Python program imports from: "llava/train/train.py" for `from
/// llava.train.train import train`.
std::vector<std::string> modules_of(const std::string& program) {
  std::vector<std::string> names;
  std::istringstream lines(program);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string from, module, import;
    words >> from >> module >> import;
    if (!line.starts_with("from ") || import != "import") continue;
    std::ranges::replace(module, '.', '/');
    names.push_back(module + ".py");
  }
  return names;
}

/// Replaces a program that only calls another by the one that trains.
void follow_program(ImportFile& file, const TextOfName& text_of) {
  constexpr std::size_t most_lines = 100;
  const bool is_short = std::ranges::count(file.training, '\n') <= static_cast<std::ptrdiff_t>(most_lines);
  if (!is_short || !looks_like_python(file.training) || import_io::python_script(file.training)) return;
  for (const std::string& name : modules_of(file.training))
    if (std::string text = text_of(name); !text.empty() && import_io::python_script(text)) {
      file.training = std::move(text);
      file.training_path = name;
      return;
    }
}

/// Adds the training file of this name; a package is also looked for in the folder src, from which it is
/// installed (packaging.python.org, src layout). Else the ends of its name are looked up, as those of a
/// ds_config.
void add_training(ImportFile& file, std::string name, const TextOfName& text_of) {
  const std::string stated = name;
  file.training = text_of(name);
  if (file.training.empty() && name.ends_with(".py") && !name.starts_with('/')) {
    file.training = text_of("src/" + name);
    if (!file.training.empty()) file.training_path = "src/" + name;
  }
  const auto job = file.training.empty() ? import_io::job_file(file.text) : std::nullopt;
  const bool is_path = job && (!job->training_file.empty() || job->program_word.ends_with(".py"));
  if (!is_path) return;  // found, or a module, whose name has no folder of the author
  file.training = text_of_end(name, text_of);
  if (!file.training.empty() && name != stated) file.training_path = name;
}

/// Adds the Python program to which a job gives its training file: its trainer decides the method.
void add_program(ImportFile& file, const TextOfName& text_of) {
  const auto job = import_io::job_file(file.text);
  if (!job || job->training_file.empty() || !job->program_word.ends_with(".py")) return;
  std::string name = job->program_word;
  file.program = text_of_end(name, text_of);
}

/// Adds the files that the text in `folder` inherits from, each followed by its own parents.
void add_parents_of(const std::string& text, const std::string& folder, const TextOfName& text_of,
                    bool is_parent, ImportFile& file) {
  constexpr std::size_t most_parents = 16;
  for (const std::string& named : parents_named_in(text, is_parent)) {
    if (file.parents.size() >= most_parents) return;
    const std::string name = named.starts_with('/') ? named : folder + named;
    const std::string found = text_of(name);
    file.parents.push_back({name, found});
    add_parents_of(found, name.substr(0, name.rfind('/') + 1), text_of, true, file);
  }
}

std::string argument_of(const import_io::JobFile& job, std::string_view name) {
  const import_io::FileKey* const key = import_io::find_key(job.arguments, name);
  return key != nullptr && key->is_string() && key->text.find_first_of("$`") == std::string::npos ? key->text
                                                                                                  : "";
}

/// Throws FileError for a configuration that Hydra cannot compose of the files that are there.
[[noreturn]] void refuse_composition(const HydraConfig& config) {
  if (!config.missing.empty())
    throw FileError("defaults", "Hydra composes this configuration of files that are not beside it: " +
                                    with_commas(config.missing) + ". Put them there, and import again.");
  throw FileError("defaults", "This configuration of Hydra leaves files to the command that starts it: " +
                                  with_commas(config.open) + ". Import the script with that command.");
}

/// Adds the parts of a configuration that Hydra composes.
void add_hydra_parts(HydraConfig config, ImportFile& file) {
  file.parents = std::move(config.parts);
  file.hydra_choices = std::move(config.choices);
}

/// Follows a job's program to the configuration that it loads itself: that of hydra.main, with the parts that
/// the command chooses, or the file of settings that an option or argument names.
void follow_loaded_config(const import_io::JobFile& job, ImportFile& file, const TextOfName& text_of) {
  const std::string program = import_io::file_beside(job);
  std::string name, text;
  if (program.ends_with(".py")) {
    name = hydra_file_of(file.training, argument_of(job, "config_name"), argument_of(job, "config_path"));
    if (!name.empty()) name = program.substr(0, program.rfind('/') + 1) + name;
    if (!name.empty()) text = text_of(name);
  } else if (has_hydra_defaults(file.training)) {
    name = program;
    text = file.training;
  }
  if (!text.empty() && has_hydra_defaults(text)) {
    HydraConfig config = compose_hydra(text, name.substr(0, name.rfind('/') + 1), job.overrides, text_of);
    const bool is_known = import_io::program_of(job) != nullptr;
    if (!config.missing.empty() && !is_known) refuse_composition(config);
    if (config.parts.size() > 1) add_hydra_parts(std::move(config), file);
  } else if (text.empty() && import_io::program_of(job) == nullptr && job.training_file.empty() &&
             !job.settings_file.empty()) {
    name = job.settings_file;
    text = text_of_end(name, text_of);
    if (may_be_ds_config(text)) {  // named by an option of the program's own
      file.ds_config = std::move(text);
      file.ds_config_path = std::move(name);
      return;
    }
  }
  if (text.empty() || (name == program && file.parents.empty())) return;
  file.training = std::move(text);
  file.training_path = name;
  file.config_file = std::move(name);
}

/// Returns the texts of the modules beside them that programs import, and of those that they import.
std::vector<std::string> all_modules_of(std::vector<std::string> texts, const TextOfName& text_of) {
  constexpr std::size_t most_modules = 40;
  const auto own = static_cast<std::ptrdiff_t>(texts.size());
  std::set<std::string> seen;
  for (std::size_t i = 0; i < texts.size(); ++i)
    for (const std::string& name : modules_of(std::string(texts[i]))) {
      if (texts.size() > most_modules || !seen.insert(name).second) continue;
      if (std::string text = text_of(name); !text.empty()) texts.push_back(std::move(text));
    }
  texts.erase(texts.begin(), texts.begin() + own);
  return texts;
}

/// Adds the files with settings that the Python program in the file, or the one that a job starts, loads
/// under names that it states.
void add_loaded(ImportFile& file, const TextOfName& text_of) {
  const auto is_program = [](const std::string& text) {
    return looks_like_python(text) || import_io::is_notebook(text);
  };
  const std::string& program = is_program(file.text) ? file.text : file.training;
  if (!is_program(program)) return;
  for (const std::string& name : files_loaded_by(program))
    if (const std::string text = text_of(name); !text.empty()) file.loaded += loaded_file_line(name, text);
  const bool asks_for_options = program.find(".add_argument(") == std::string::npos;
  if (!asks_for_options) return;
  // The program that the job starts may only call the one that trains.
  const std::string started =
      is_program(file.text) ? std::string() : text_of(training_file_named_in(file.text));
  file.loaded += imported_options_line(all_modules_of({program, started}, text_of));
}

}  // namespace

void follow_accelerate(ImportFile& file, const std::string& name, const TextOfName& text_of) {
  if (!is_of_accelerate(file.ds_config)) return;
  std::string named = embedded_config(file.ds_config)->file;
  if (named.empty()) return;
  std::string text = text_of_end(named, text_of);
  if (text.empty() && named.find_first_of("$`") == std::string::npos) {
    named = name.substr(0, name.rfind('/') + 1) + named.substr(named.rfind('/') + 1);
    text = text_of(named);
  }
  if (text.empty()) return;
  file.accelerate = std::move(file.ds_config);
  file.ds_config = std::move(text);
  file.ds_config_path = std::move(named);
}

std::string folder_of_job(const std::string& text) {
  try {
    const auto job = import_io::job_file(text);
    return job ? job->folder : std::string();
  } catch (const FileError&) {
    return "";
  }
}

ImportFile with_named_files(const NamedText& file, const TextOfName& text_of_file) {
  ImportFile whole{file.text, {}, {}, file.name};
  if (has_hydra_defaults(file.text)) {
    HydraConfig config = compose_hydra(file.text, "", {}, text_of_file);
    const bool is_whole = config.missing.empty() && config.open.empty();
    const bool is_known = import_io::program_yaml(file.text).has_value();
    if (!is_whole && !is_known) refuse_composition(config);
    if (is_whole && (!is_known || config.parts.size() > 1)) {
      add_hydra_parts(std::move(config), whole);
      if (is_known) add_config(whole, ds_config_named_in(file.text), text_of_file);
      return whole;
    }
  }
  const bool is_job = kind_of_import(file.text) == ImportKind::job;
  const std::string below = is_job ? folder_of_job(file.text) : std::string();
  const TextOfName text_of = [&](const std::string& name) {
    std::string text = below.empty() || name.empty() ? std::string() : text_of_file(below + name);
    return text.empty() ? text_of_file(name) : text;
  };
  switch (kind_of_import(file.text)) {
    case ImportKind::hugging_face:
      whole.safetensors_index = text_of("model.safetensors.index.json");
      break;
    case ImportKind::accelerate:
    case ImportKind::program_yaml:
      add_config(whole, ds_config_named_in(file.text), text_of);
      add_parents_of(file.text, "", text_of, false, whole);
      break;
    case ImportKind::job:
      add_training(whole, training_file_named_in(file.text), text_of);
      follow_program(whole, text_of);
      add_program(whole, text_of);
      if (const auto job = import_io::job_file(file.text);
          job && (!whole.training.empty() || !job->settings_file.empty())) {
        const std::string name = import_io::file_beside(*job);
        const ProgramEntry* const program = import_io::program_of(*job);
        const bool is_nemo_rl = program != nullptr && program->id == "nemo-rl";
        add_parents_of(whole.training, name.substr(0, name.rfind('/') + 1), text_of, is_nemo_rl, whole);
        if (whole.parents.empty()) follow_loaded_config(*job, whole, text_of);
      }
      if (whole.ds_config.empty()) add_config(whole, ds_config_named_in(file.text, whole.training), text_of);
      if (whole.ds_config.empty() && !whole.training.empty())
        add_config(whole, ds_config_named_in(whole.training), text_of);
      break;
    case ImportKind::ds_config:
      break;
  }
  if (whole.config_file.empty()) add_loaded(whole, text_of);
  const auto job = is_job ? import_io::job_file(file.text) : std::nullopt;
  const std::string accelerate = job ? job->accelerate_name : std::string();
  follow_accelerate(whole, accelerate, text_of);
  add_accelerate(whole, accelerate, text_of);
  return whole;
}

}  // namespace zp
