// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/import_folder.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "core/import/job_file.h"
#include "core/import/python_script.h"
#include "core/text/letters.h"
#include "core/text/text_file.h"

namespace zp {
namespace {

using Files = std::vector<const NamedText*>;

/// The files of a folder that configure or start training, by their kinds.
struct JobFolder {
  Files trainings, jobs, accelerates, configs;
  Files programs;  ///< Python programs and notebooks that other files start
};

JobFolder sorted_by_kind(const std::vector<NamedText>& files) {
  JobFolder found;
  for (const NamedText& file : files) {
    try {
      switch (kind_of_import(file.text)) {
        case ImportKind::program_yaml:
          (import_io::python_script(file.text) ? found.programs : found.trainings).push_back(&file);
          break;
        case ImportKind::job:
          found.jobs.push_back(&file);
          break;
        case ImportKind::accelerate:
          found.accelerates.push_back(&file);
          break;
        case ImportKind::ds_config:
          found.configs.push_back(&file);
          break;
        case ImportKind::hugging_face:
          break;
      }
    } catch (const FileError&) {  // a file of another kind
    }
  }
  return found;
}

/// Returns the most informative of several scripts: one that starts a known program, rather than one that
/// starts another script.
const NamedText& best_job(const Files& jobs) {
  for (const NamedText* file : jobs)
    if (const auto job = import_io::job_file(file->text); job && import_io::program_of(*job) != nullptr)
      return *file;
  return *jobs.front();
}

/// Removes the expression with which a script finds its own folder or the working folder:
/// "configs/zero3.json" for `$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/configs/zero3.json`. The rest
/// is looked up in the script's folder and those above. Other names are returned unchanged.
std::string below_script_folder(const std::string& name) {
  const std::size_t end = name.rfind(name.find("$(") == std::string::npos ? '}' : ')');
  const std::string folder = name.substr(0, end == std::string::npos ? 0 : end);
  constexpr auto words = std::to_array<std::string_view>({"BASH_SOURCE", "$0", "${0", "pwd", "PWD"});
  const bool is_own = std::ranges::any_of(
      words, [&](std::string_view word) { return folder.find(word) != std::string::npos; });
  if (!is_own || end + 2 > name.size() || name[end + 1] != '/') return name;
  return name.substr(end + 2);
}

/// Sets the paths of the texts that the file at `path` names.
void set_paths(ImportFile& file, const std::string& path) {
  const std::string below = folder_of_job(file.text);
  const auto path_near = [&](const std::string& of, const std::string& name) {
    const std::string found = below.empty() || name.empty() ? "" : zp::path_near(of, below + name);
    return found.empty() ? zp::path_near(of, name) : found;
  };
  if (!file.training.empty())
    file.training_path =
        path_near(path, file.training_path.empty() ? training_file_named_in(file.text) : file.training_path);
  if (file.ds_config.empty()) return;
  if (!file.ds_config_path.empty()) {
    file.ds_config_path = path_near(path, file.ds_config_path);
    return;
  }
  file.ds_config_path = path_near(path, ds_config_named_in(file.text, file.training));
  if (file.ds_config_path.empty() && !file.training.empty())
    file.ds_config_path = path_near(path, ds_config_named_in(file.training));
}

ImportFile read_folder(const std::string& folder) {
  const std::string within = (std::filesystem::path(folder) / "file").string();
  ImportFile file =
      job_of(files_of_folder(folder), [&](const std::string& name) { return text_near(within, name); });
  const auto in_folder = [&](const std::string& name) {
    return (std::filesystem::path(folder) / name).string();
  };
  file.name = in_folder(file.name);
  set_paths(file, within);
  return file;
}

}  // namespace

std::vector<NamedText> files_of_folder(const std::string& folder) {
  constexpr std::uintmax_t largest = 1U << 20U;
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (std::error_code none; entry.is_regular_file(none) && entry.file_size(none) <= largest)
      paths.push_back(entry.path());
  if (error) throw FileError("", folder + " cannot be read: " + error.message() + '.');
  std::ranges::sort(paths);
  std::vector<NamedText> files;
  for (const std::filesystem::path& path : paths) {
    const std::string name = path.filename().string();
    if (!name.ends_with(".zplan.json") && !name.ends_with(".md"))
      files.push_back({name, read_text_file(path.string())});
  }
  return files;
}

ImportFile job_of(const std::vector<NamedText>& files, const TextOfName& text_of) {
  const JobFolder found = sorted_by_kind(files);
  const bool needs_program = found.trainings.empty() && found.jobs.empty();
  const Files& trainings = needs_program ? found.programs : found.trainings;
  if (trainings.size() > 1) {
    std::vector<std::string> names;
    for (const NamedText* file : trainings)
      names.push_back(file->name);
    throw FileError(
        "", "The folder has several training files: " + with_commas(names) + ". Name the one to import.");
  }
  const Files* const mains[] = {&found.trainings, &found.jobs, &found.programs, &found.accelerates,
                                &found.configs};
  const auto* const main = std::ranges::find_if(mains, [](const Files* kind) { return !kind->empty(); });
  if (main == std::end(mains))
    throw FileError("", "The folder has no file that configures or starts training.");
  ImportFile file =
      with_named_files(*main == &found.jobs ? best_job(found.jobs) : *(*main)->front(), text_of);
  const bool takes_others = *main != &found.accelerates && *main != &found.configs;
  if (takes_others && file.ds_config.empty() && ds_config_named_in(file.text).empty()) {
    for (const Files* beside : {&found.accelerates, &found.configs})
      if (beside->size() == 1 && file.ds_config.empty()) {
        file.ds_config = beside->front()->text;
        file.ds_config_path = beside->front()->name;
        follow_accelerate(file, beside->front()->name, text_of);
      }
  }
  return file;
}

std::string path_near(const std::string& path, const std::string& whole_name) {
  const std::string name = below_script_folder(whole_name);
  if (path == "-" || name.empty()) return "";
  constexpr int most_folders = 8;
  std::error_code ignored;
  std::filesystem::path folder = std::filesystem::absolute(path, ignored).parent_path();
  for (int i = 0; i < most_folders; ++i, folder = folder.parent_path())
    if (const auto other = folder / name; std::filesystem::is_regular_file(other, ignored))
      return other.string();
  return "";
}

std::string text_near(const std::string& path, const std::string& name) {
  const std::string found = path_near(path, name);
  return found.empty() ? "" : read_text_file(found);
}

ImportFile read_import_file(const std::string& path) {
  std::error_code none;  // the name may be too long for the file system; opening it reports that
  if (path != "-" && std::filesystem::is_directory(path, none)) return read_folder(path);
  ImportFile file = with_named_files({path, read_text_file(path)},
                                     [&](const std::string& name) { return text_near(path, name); });
  set_paths(file, path);
  return file;
}

}  // namespace zp
