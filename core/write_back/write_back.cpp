// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/write_back/write_back.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/settings/changed_keys.h"
#include "core/text/config_text.h"
#include "core/write_back/file_edits_json.h"
#include "core/write_back/possible_edits_json.h"

namespace zp {

using namespace write_back_io;

namespace {

/// Edits a file until it gives the plan, or until no edit reduces the differences.
class Writer {
 public:
  Writer(const ImportFile& file, const PlanDocument& plan, const Catalog& presets)
      : plan_(plan), presets_(presets), model_(model_origin(file)), now_(file) {
    imported_ = imported_from(now_);
  }

  WriteBack write() {
    WriteBack result;
    std::set<std::string, std::less<>> left;
    constexpr int most_edits = 200;
    for (int i = 0; i < most_edits; ++i) {
      const std::vector<DifferingKey> differing = differences_of(imported_);
      const auto next =
          std::ranges::find_if(differing, [&](const DifferingKey& key) { return !left.contains(key.path); });
      if (next == differing.end()) break;
      if (!write_key(*next, differing.size(), result)) left.insert(next->path);
    }
    for (const DifferingKey& key : differences_of(imported_))
      result.unwritten.push_back({key.path, key.after, reason_of(key)});
    set_lines(result);
    result.file = std::move(now_);
    return result;
  }

 private:
  /// Returns the model origin for importing the file: the plan's own model if the catalog lacks the file's
  /// model.
  [[nodiscard]] ModelOrigin model_origin(const ImportFile& file) const {
    try {
      (void)import_file(file, plan_, ModelOrigin::file, presets_);
    } catch (const UnknownModel&) {
      return ModelOrigin::base;
    }
    return ModelOrigin::file;
  }

  [[nodiscard]] Imported imported_from(const ImportFile& file) const {
    return import_file(file, plan_, model_, presets_);
  }

  /// Returns the keys in which the import differs from the plan. DeepSpeed's Adam is AdamW unless adam_w_mode
  /// is false, and a program whose own default is Adam keeps that name for it.
  [[nodiscard]] std::vector<DifferingKey> differences_of(const Imported& imported) const {
    std::vector<DifferingKey> differing = differing_keys(imported.document, plan_);
    const bool is_of_config = std::ranges::any_of(
        imported.read, [](const ReadKey& key) { return key.key == "optimizer.type" && key.row.empty(); });
    const auto is_adam = [](const std::string& word) { return word == "\"adam\"" || word == "\"adamw\""; };
    std::erase_if(differing, [&](const DifferingKey& key) {
      return is_of_config && key.path == "training.optimizer" && is_adam(key.before) && is_adam(key.after);
    });
    return differing;
  }

  /// Returns the first key that still has edits to try. The stage comes first, because other keys follow from
  /// it.
  static std::vector<DifferingKey>::const_iterator next_of(const std::vector<DifferingKey>& differing,
                                                           const std::set<std::string, std::less<>>& left) {
    const auto is_open = [&](const DifferingKey& key) { return !left.contains(key.path); };
    const auto stage = std::ranges::find_if(
        differing, [&](const DifferingKey& key) { return key.path == "zero.stage" && is_open(key); });
    return stage != differing.end() ? stage : std::ranges::find_if(differing, is_open);
  }

  /// Makes the edit that leaves the fewest differences; returns false if no edit gives the key its value.
  bool write_key(const DifferingKey& key, std::size_t differences, WriteBack& result) {
    std::optional<ImportFile> best;
    std::optional<Imported> of_best;
    FileEdits made;
    // Another ds_config of the program also changes other keys.
    std::size_t fewest = differences + (key.path == "zero.stage" ? most_of_config : most_new);
    for (const FileEdits& edits : possible_edits(now_, imported_, key, plan_.plan)) {
      std::optional<ImportFile> edited = with_edits(now_, edits);
      if (!edited) continue;
      try {
        Imported found = imported_from(*edited);
        const std::vector<DifferingKey> rest = differences_of(found);
        const bool has_it = std::ranges::find(rest, key.path, &DifferingKey::path) == rest.end();
        if (!has_it || rest.size() >= fewest) continue;
        fewest = rest.size();
        best = std::move(edited);
        of_best = std::move(found);
        made = edits;
        if (fewest + 1 <= differences) break;  // no other key changed
      } catch (const FileError&) {             // no program can read the edited file
      }
    }
    if (!best || ++times_[key.path] > most_times) return false;
    now_ = std::move(*best);
    imported_ = std::move(*of_best);
    for (FileEdit& edit : made)
      result.written.push_back({edit.path, edit.key, edit.before, edit.after, edit.part, 0});
    return true;
  }

  [[nodiscard]] std::string reason_of(const DifferingKey& key) const {
    if (key.path.starts_with("model."))
      return "The file names its model; a model without a repository has no name there.";
    const auto is_of_it = [&](const ReadKey& read) { return read.path == key.path; };
    const auto read = std::ranges::find_if(imported_.read, is_of_it);
    if (key.path.starts_with("cluster."))
      return "The file does not state the machines in a place that can be changed; start it on them.";
    if (read == imported_.read.end())
      return "The file does not state it, and no key of its program that could be added does.";
    const bool is_of_other_file =
        imported_.kind != ImportKind::ds_config && read->row.empty() && read->part == ImportPart::none;
    if (is_of_other_file)
      return read->key +
             " stands in a file that was not read, only known from the program. Export "
             "ds_config.json and name it here instead.";
    return read->key + " has no value that gives it, or stands where nothing can be replaced.";
  }

  void set_lines(WriteBack& result) const {
    for (WrittenKey& written : result.written) {
      const auto read = std::ranges::find_if(imported_.read, [&](const ReadKey& key) {
        return key.part == written.part &&
               (key.key == written.key || key.key.ends_with('.' + written.key) || key.row == written.key);
      });
      const std::string& text = text_of(now_, written.part);
      if (read != imported_.read.end() && read->key_span.begin < text.size())
        written.line = LineIndex(text).position(read->key_span.begin).line;
    }
  }

  static constexpr std::size_t most_new = 3;  ///< new differences of an edit that a later one may remove
  static constexpr std::size_t most_of_config = 16;
  static constexpr int most_times = 3;  ///< maximum edits for one key
  const PlanDocument& plan_;
  const Catalog& presets_;
  ModelOrigin model_;
  ImportFile now_;
  Imported imported_;
  std::map<std::string, int, std::less<>> times_;
};

}  // namespace

std::vector<ChangedText> changed_texts(const ImportFile& before, const ImportFile& now) {
  std::vector<ChangedText> texts;
  const auto add = [&](const std::string& path, const std::string& was, const std::string& is) {
    if (was != is) texts.push_back({path, was, is});
  };
  add(now.name, before.text, now.text);
  add(now.training_path, before.training, now.training);
  add(now.ds_config_path, before.ds_config, now.ds_config);
  return texts;
}

WriteBack write_back(const ImportFile& file, const PlanDocument& plan, const Catalog& presets) {
  return Writer(file, plan, presets).write();
}

}  // namespace zp
