// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exported/exported_folder.h"

#include <algorithm>
#include <filesystem>
#include <ranges>

#include "core/export/bundle.h"
#include "core/export/flavours.h"
#include "core/export/instrument.h"
#include "core/export/startable.h"
#include "core/import/import_folder.h"
#include "core/plan_file/plan_file.h"
#include "core/settings/plan_settings.h"
#include "core/text/text_file.h"

namespace zp {
namespace {

const NamedText* find_file(const std::vector<NamedText>& files, std::string_view name) {
  const auto found = std::ranges::find(files, name, &NamedText::name);
  return found == files.end() ? nullptr : &*found;
}

/// Returns the files that differ; additional files in the folder are ignored as the user's.
std::vector<ChangedFile> changes_between(const std::vector<NamedText>& exported,
                                         const std::vector<NamedText>& now) {
  std::vector<ChangedFile> changes;
  for (const NamedText& file : exported) {
    const NamedText* present = find_file(now, file.name);
    if (present == nullptr || present->text != file.text)
      changes.push_back({file.name, file.text, present != nullptr ? present->text : ""});
  }
  return changes;
}

/// A possible export of the plan, by flavour.
struct Candidate {
  std::vector<NamedText> files;  ///< without the plan
  std::vector<ChangedFile> changes;

  [[nodiscard]] std::size_t removed() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(changes, [](const ChangedFile& change) { return change.now.empty(); }));
  }
  /// Returns how many of its files exist in the folder.
  [[nodiscard]] std::size_t present() const { return files.size() - removed(); }
};

std::vector<std::string_view> sorted_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  std::ranges::sort(lines);
  return lines;
}

/// Returns how many exported lines remain in the changed files.
std::size_t lines_left(const std::vector<ChangedFile>& changes) {
  std::size_t count = 0;
  for (const ChangedFile& change : changes) {
    std::vector<std::string_view> both;
    std::ranges::set_intersection(sorted_lines(change.exported), sorted_lines(change.now),
                                  std::back_inserter(both));
    count += both.size();
  }
  return count;
}

Candidate candidate_of(const ProgramExport& made, const std::vector<NamedText>& now) {
  Candidate candidate;
  std::ranges::copy_if(made.files, std::back_inserter(candidate.files),
                       [](const NamedText& file) { return file.name != plan_file; });
  candidate.changes = changes_between(candidate.files, now);
  return candidate;
}

/// Returns the export most similar to the folder: most unchanged files, then most files present, fewest
/// missing, most lines remaining. nullopt if none of its files is present.
std::optional<Candidate> likeliest(const PlanDocument& plan, const std::vector<NamedText>& now) {
  std::optional<Candidate> best;
  const auto rank = [](const Candidate& candidate) {
    return std::tuple(candidate.files.size() - candidate.changes.size(), candidate.present(),
                      -static_cast<std::ptrdiff_t>(candidate.removed()), lines_left(candidate.changes));
  };
  for (const ExportFlavour& flavour : export_flavours()) {
    if (!reason_not_started(flavour, plan.plan).empty()) continue;
    for (const bool instruments : {false, true}) {
      Candidate candidate =
          candidate_of(instruments ? instrumented(flavour, plan) : flavour.write(plan), now);
      if (candidate.present() > 0 && (!best || rank(candidate) > rank(*best))) best = std::move(candidate);
    }
  }
  return best;
}

ImportFile job_in(const std::vector<NamedText>& files) {
  return job_of(files, [&files](const std::string& name) -> std::string {
    const NamedText* file = find_file(files, std::filesystem::path(name).filename().string());
    return file != nullptr ? file->text : "";
  });
}

std::vector<KeySetting> settings_of(const std::vector<DifferingKey>& keys) {
  std::vector<KeySetting> settings;
  for (const DifferingKey& key : keys)
    settings.push_back({key.path, key.after});
  return settings;
}

std::string words_on(const ChangedFile& file) {
  return file.name + (file.now.empty() ? " is missing; the plan exports it."
                                       : " is not what the folder's plan exports: it was changed by hand.");
}

std::vector<Finding> notes_on(const ExportedFolder& folder) {
  std::vector<Finding> notes;
  const auto add = [&](std::string path, std::string message) {
    Finding note;
    note.severity = Severity::style;
    note.code = "changed_by_hand";
    note.path = std::move(path);
    note.message = std::move(message);
    notes.push_back(std::move(note));
  };
  for (const ChangedFile& file : folder.files)
    add("", words_on(file));
  for (const DifferingKey& key : folder.keys)
    add(key.path, key.path + " is " + key.after + "; the export has " + key.before + '.');
  if (folder.files.empty()) add("", "Every file is as the folder's plan exports it.");
  return notes;
}

/// Returns "train.yaml is missing; the plan exports it. " for each missing file; "" if there is none.
std::string missing_words(const std::vector<ChangedFile>& files) {
  std::string text;
  for (const ChangedFile& file : files)
    if (file.now.empty()) text += words_on(file) + ' ';
  return text;
}

PlanDocument plan_in_folder(const std::string& path, const Catalog& presets) {
  try {
    return read_plan(read_text_file(path), presets);
  } catch (const FileError& error) {
    throw FileError("", std::string(plan_file) + ": " + error.what());
  }
}

}  // namespace

std::optional<ExportedFolder> exported_folder(const std::string& path, const Catalog& presets) {
  const std::filesystem::path plan_path = std::filesystem::path(path) / plan_file;
  std::error_code none;
  if (!std::filesystem::is_regular_file(plan_path, none)) return std::nullopt;
  const PlanDocument plan = plan_in_folder(plan_path.string(), presets);
  const std::vector<NamedText> now = files_of_folder(path);
  std::optional<Candidate> exported = likeliest(plan, now);
  if (!exported) return std::nullopt;

  ExportedFolder folder;
  folder.files = std::move(exported->changes);
  const Imported before = import_file(job_in(exported->files), plan, ModelOrigin::file, presets);
  try {
    folder.file = job_in(now);
    folder.imported = import_file(folder.file, plan, ModelOrigin::file, presets);
    folder.keys = differing_keys(before.document, folder.imported.document);
    folder.imported.document =
        folder.keys.empty() ? plan : with_settings(plan, settings_of(folder.keys), presets);
  } catch (const FileError& error) {
    throw FileError("", missing_words(folder.files) + error.what());
  }
  folder.imported.notes = notes_on(folder);
  folder.file.name = (std::filesystem::path(path) / folder.file.name).string();
  return folder;
}

}  // namespace zp
