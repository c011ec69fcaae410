// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/import/import_parts_json.h"
#include "core/import/program_file.h"

/// Plan keys stated by training programs' files and arguments. Internal to this folder.
namespace zp::import_io {

/// Applies the values of another program's file to a plan, key by key, and lists the keys that were read and
/// those that were not.
class ProgramKeys {
 public:
  /// Starts from `base`, with models from `presets`. `text` is the file's text, used for line numbers. Keys
  /// are read by the rows of `program`.
  ProgramKeys(const ProgramEntry& program, const PlanDocument& base, ModelOrigin model,
              const std::string& text, const Catalog& presets);

  /// Reads a key and its value by the program's rows. Throws UnknownModel.
  void read(const FileKey& key);
  /// Sets a plan key to a value that the file states at `from`; adds a note instead if the plan refuses it.
  void set(std::string_view plan_key, const Json& value, const FileKey& from);
  /// Sets a plan key that several file keys or a circumstance imply; `spelling` describes them in the list of
  /// keys read.
  void set(std::string_view plan_key, const Json& value, const std::string& evidence);
  /// Sets a plan key early because other keys depend on it; the file's key is read and listed later.
  void preset(std::string_view plan_key, const Json& value) { (void)try_set(plan_key, value); }
  /// Lists a file key as read whose meaning the plan already has: a switch that is off, or one of several
  /// keys that state a value together.
  void list_as_read(const FileKey& key, std::string plan_key);
  /// Lists a file key as not read; `reason` is a sentence.
  void list_as_unread(const FileKey& key, std::string reason);
  void list_as_unread(UnreadKey key);
  /// Reads names of models as those of the models with their vision towers.
  void load_towers() { loads_towers_ = true; }
  /// Records that the file decides this plan key, whose value is computed later.
  void decide(std::string_view plan_key) { said_.insert(std::string(plan_key)); }
  /// Records that the file leaves this plan key undecided, so that the program's default does not count as
  /// stated.
  void leave_open(std::string_view plan_key) { open_.insert(std::string(plan_key)); }
  /// Adds a note that does not belong to a single key.
  void note(Finding finding) { notes_.push_back(std::move(finding)); }

  /// Returns true if the file set this plan key, or one below it.
  [[nodiscard]] bool states_plan_key(std::string_view plan_key) const;
  /// Returns true if a note with this code exists.
  [[nodiscard]] bool has_note(std::string_view code) const;
  /// Returns true if the file key is listed as read or as not read.
  [[nodiscard]] bool is_listed(std::string_view file_key) const;
  [[nodiscard]] PlanDocument document() const;
  [[nodiscard]] const ProgramEntry& program() const { return program_; }
  [[nodiscard]] const Catalog& presets() const { return presets_; }
  /// Copies the keys read and not read into the lists of `imported`.
  void copy_lists(Imported& imported) const;
  /// Puts the keys read and not read into the lists of `imported`, and before its notes.
  void add_notes(Imported& imported, std::string_view program) const;

 private:
  void read_model(const FileKey& key);
  void read_row(const ProgramKeyRow& row, const FileKey& key);
  void note_targets(const FileKey& key);
  void note_length(Imported& imported) const;
  [[nodiscard]] std::vector<UnreadKey> overruled(const Imported& imported) const;
  /// Returns false if the plan refuses the value; `refusal_` then has the reason.
  bool try_set(std::string_view plan_key, const Json& value);
  [[nodiscard]] int line_of(const FileKey& key) const;
  [[nodiscard]] ReadKey read_key(const FileKey& from, std::string plan_key, std::string value) const;

  const ProgramEntry& program_;
  Json plan_;
  const Plan& base_;
  ModelOrigin model_of_;
  const std::string& text_;
  LineIndex lines_;
  const Catalog& presets_;
  std::vector<ReadKey> read_, agreed_;
  std::vector<UnreadKey> unread_;
  std::set<std::string, std::less<>> said_;  ///< plan keys that the file set
  std::set<std::string, std::less<>> open_;  ///< plan keys that the file states with an unreadable value
  std::set<std::string, std::less<>> unread_names_;  ///< keys in `unread_`
  std::vector<Finding> notes_;
  std::string refusal_;
  bool loads_towers_ = false;
};

/// Returns the value of a key as spelled in the file: "true", "q_proj, v_proj".
std::string value_words(const TextNode& node);
/// Returns the value under a key in lower case; "" if there is none.
std::string word_at(const FileKeys& keys, std::string_view name);
/// Removes these keys from the list and records that together they state `plan_key`.
void take_keys(FileKeys& keys, ProgramKeys& plan, const std::vector<std::string_view>& names,
               const char* plan_key);
/// Lists the keys of an adapter section as read, and removes the section.
void close_adapters(FileKeys& keys, ProgramKeys& plan, std::string_view section);
/// Returns the names of all linear layers of a block, for training.lora.targets.
Json all_linear_layers();
/// Returns the words on one line, at most the first 60 characters.
std::string shortened(std::string words);

}  // namespace zp::import_io
