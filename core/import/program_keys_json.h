// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/import_parts_json.h"

/// Plan keys that the files of Axolotl, LLaMA-Factory and TRL, and the arguments of programs that use
/// Trainer, state beside their ds_config. Internal to this folder.
namespace zp::import_io {

/// Sets in a plan the values that a file of another program states, key by key, and notes what was read.
class ProgramKeys {
 public:
  /// Sets keys of `base`, which can name `presets`. `text` is the file's; it gives the line of a model that
  /// is not known.
  ProgramKeys(const PlanDocument& base, ModelOrigin model, const std::string& text, const Catalog& presets);

  /// Reads a key and its value by the table; a key that the table does not have is noted in `unread`.
  /// Throws UnknownModel.
  void read(const TextNode& value);
  /// Sets a key of the plan; if the plan refuses the value, that is noted instead. `said` is the file's
  /// wording: "micro_batch_size: 2".
  void set(const char* plan_key, const Json& value, const std::string& said);
  /// Notes a key that states nothing of a plan.
  void pass_over(std::string name) { unread_.push_back(std::move(name)); }

  /// Returns true if the file set this key of the plan.
  [[nodiscard]] bool says(std::string_view plan_key) const { return said_.contains(plan_key); }
  [[nodiscard]] PlanDocument document() const;
  /// Puts what was read and what was not, one line each, in front of the notes of `imported`.
  void note_in(Imported& imported, std::string_view program) const;

 private:
  void read_model(const TextNode& node);

  Json plan_;
  const Plan& base_;
  ModelOrigin model_of_;
  const std::string& text_;
  const Catalog& presets_;
  std::vector<std::string> read_, unread_;
  std::set<std::string, std::less<>> said_;  ///< keys of the plan
  std::vector<Finding> refused_;
};

}  // namespace zp::import_io
