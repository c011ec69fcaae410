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

/// Plan keys that the files and arguments of training programs state. Internal to this folder.
namespace zp::import_io {

/// Sets in a plan the values that a file of another program states, key by key, and keeps a list of what was
/// read and what was not.
class ProgramKeys {
 public:
  /// Sets keys of `base`, which can name `presets`. `text` is the file's; it gives the lines. Keys are read
  /// by the rows of `program`.
  ProgramKeys(const ProgramEntry& program, const PlanDocument& base, ModelOrigin model,
              const std::string& text, const Catalog& presets);

  /// Reads a key and its value by the program's rows. Throws UnknownModel.
  void read(const FileKey& key);
  /// Sets a key of the plan that `from` states; if the plan refuses the value, that is noted instead.
  void set(std::string_view plan_key, const Json& value, const FileKey& from);
  /// Sets a key of the plan that several keys or a circumstance state; `said` is their wording.
  void set(std::string_view plan_key, const Json& value, const std::string& said);
  /// Sets a key of the plan that is read later, because others depend on it.
  void preset(std::string_view plan_key, const Json& value) { (void)try_set(plan_key, value); }
  /// Notes a key that says what the plan has without it: a switch that is off, or one of several keys that
  /// state a value together.
  void agree(const FileKey& key, std::string plan_key);
  /// Notes a key that was not read, with the reason as a sentence.
  void pass_over(const FileKey& key, std::string reason);
  void pass_over(UnreadKey key);
  /// Notes that the file decides this key of the plan, whose value is computed later.
  void decide(std::string_view plan_key) { said_.insert(std::string(plan_key)); }
  /// Notes that the file leaves this key of the plan open, so that its program's default is no statement.
  void leave_open(std::string_view plan_key) { open_.insert(std::string(plan_key)); }
  /// Adds a note that belongs to no key alone.
  void note(Finding finding) { notes_.push_back(std::move(finding)); }

  /// Returns true if the file set this key of the plan, or one below it.
  [[nodiscard]] bool says(std::string_view plan_key) const;
  /// Returns true if the key stands in one of the lists.
  [[nodiscard]] bool lists(std::string_view file_key) const;
  [[nodiscard]] PlanDocument document() const;
  [[nodiscard]] const ProgramEntry& program() const { return program_; }
  [[nodiscard]] const Catalog& presets() const { return presets_; }
  /// Puts what was read and what was not into the lists of `imported`.
  void list_in(Imported& imported) const;
  /// Puts what was read and what was not in front of the notes of `imported`, and into its lists.
  void note_in(Imported& imported, std::string_view program) const;

 private:
  void read_model(const FileKey& key);
  void read_row(const ProgramKeyRow& row, const FileKey& key);
  void note_targets(const FileKey& key);
  [[nodiscard]] std::vector<UnreadKey> overruled(const Imported& imported) const;
  /// Returns false if the plan refuses the value; the reason is in `refusal_`.
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
  std::set<std::string, std::less<>> said_;  ///< keys of the plan
  std::set<std::string, std::less<>> open_;  ///< keys of the plan stated with a value that is not read
  std::set<std::string, std::less<>> unread_names_;  ///< keys of `unread_`
  std::vector<Finding> notes_;
  std::string refusal_;
};

/// Returns the value of a key as the file has it: "true", "q_proj, v_proj".
std::string value_words(const TextNode& node);
/// Returns the value under a key in small letters; "" if there is none.
std::string word_at(const FileKeys& keys, std::string_view name);
/// Takes keys that state the plan's key together out of the list.
void take_keys(FileKeys& keys, ProgramKeys& plan, const std::vector<std::string_view>& names,
               const char* plan_key);
/// Lists the keys of a section of adapters that were read, and removes the section.
void close_adapters(FileKeys& keys, ProgramKeys& plan, std::string_view section);
/// Returns the names of all linear layers of a block, for training.lora.targets.
Json all_linear_layers();
/// Returns words on one line, those of a long text up to its first 60 characters.
std::string shortened(std::string words);

}  // namespace zp::import_io
