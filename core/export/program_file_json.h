// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/export/ds_config.h"
#include "core/export/flavours.h"
#include "core/export/setting_rows_json.h"
#include "core/text/ordered_json.h"

/// Another program's own file while it is written from a plan. Internal to this folder.
namespace zp {

/// Hyperparameters of the optimizer in the plan's ds_config; null if not stated.
struct StatedOptimizer {
  text_io::Json learning_rate, weight_decay, epsilon, betas, max_norm;
};

class ProgramFile {
 public:
  ProgramFile(std::string_view title, std::string_view start, PlanDocument document);
  /// Constructs the file of a catalog program that uses Hugging Face's Trainer and creates the adapters
  /// itself; "auto" in its ds_config.json refers to this file. `program` is its id.
  ProgramFile(std::string_view title, std::string_view program, std::string_view start,
              PlanDocument document);

  /// Declares that the program creates its ds_config itself: none is exported, and all settings are
  /// arguments. Keys of `zero` not in `zero_keys` (space-separated) are reported as left out unless they have
  /// their defaults.
  void make_no_config(std::string_view zero_keys);
  /// Uses the defaults of that program release, not those of the plan's own program, to decide which settings
  /// differ and are reported as left out.
  void use_defaults_of(std::string_view program, std::string_view release);

  const PlanDocument document;
  const Plan& plan;
  text_io::Json keys = text_io::Json::object();

  /// Sets the program's key to a hyperparameter that the plan states; does nothing if it is null.
  void set_stated(const std::string& key, const text_io::Json& value);

  /// Returns the row of the plan's method. If there is none, adds a finding with `instead` and returns the
  /// first row.
  template <class Row, std::size_t count>
  const Row& method_row(const std::array<Row, count>& rows, std::string_view instead) {
    const auto row = std::ranges::find(rows, plan.training.method.method, &Row::method);
    leave_out("training.method", row == rows.end(), instead);
    state("training.method");
    return row == rows.end() ? rows.front() : *row;
  }
  /// Adds a finding that the program has no key for this plan key, if the plan uses it.
  void leave_out(std::string_view plan_key, bool is_used);
  /// Adds the same finding with `instead`, a sentence about what the program does.
  void leave_out(std::string_view plan_key, bool is_used, std::string_view instead);
  /// Sets the program's keys for the plan's settings (setting_rows_json.h), and the values to which "auto" in
  /// ds_config.json refers.
  void set_settings(SettingColumn column);
  /// For a program with one switch for all of Liger's kernels: reports that norms and MLP are fused with the
  /// loss, if the plan does not say so.
  void note_liger_switch();
  /// Records which plan keys Trainer's arguments (if the program has them) and accelerate's file state.
  void state_arguments();
  /// Records that the files state these plan keys (space-separated), or need not.
  void state(std::string_view plan_keys);
  /// The program's key names for adapter settings other than alpha and dropout, which all programs name
  /// alike.
  struct AdapterKeys {
    std::string_view rank, targets, saved, dora;
    bool has_lists = true;  ///< false: module names are one comma-separated text
  };
  void set_adapters(const AdapterKeys& names);
  /// Sets the program's key for the share of data used for evaluation, if the plan evaluates.
  void set_evaluated_share(std::string_view key);
  /// Returns the optimizer's hyperparameters that the plan states.
  [[nodiscard]] StatedOptimizer stated_optimizer() const;
  /// Sets the keys that TRL and ms-swift share for GRPO's completions and the generation engine. Returns true
  /// if the engine shares the training GPUs; each program has its own key for the engine's sleep mode.
  bool set_generation();
  /// Returns the model's Hugging Face name, or a path to fill in.
  [[nodiscard]] std::string model_name();
  /// Returns the keys as words of a command line: "--max_steps", "100", "--bf16", "True"; a list becomes
  /// several words.
  [[nodiscard]] std::vector<std::string> words() const;
  /// Returns those words quoted for bash, one option per line, each continuing the previous one.
  [[nodiscard]] std::string option_lines() const;

  /// Returns a comment about the file: its purpose, the command that starts it, and what to fill in.
  [[nodiscard]] std::string heading(std::string_view yours) const;
  /// Returns the YAML below that comment.
  [[nodiscard]] std::string text(std::string_view yours) const;
  /// Returns the export: `first`, ds_config.json if DeepSpeed trains, `others`, and the plan. Reports every
  /// plan setting that no file states as left out.
  ProgramExport exported(std::vector<ExportFile> first, std::vector<ExportFile> others = {});

 private:
  void set_modules(std::string_view key, const std::vector<std::string>& modules, bool has_lists);
  void leave_out_the_rest();

  std::string title_, start_;
  std::vector<std::string_view> settled_;  ///< ProgramExport::settled
  std::vector<Finding> findings_;
  std::vector<LeftOut> left_out_;
  std::set<std::string, std::less<>> stated_;  ///< plan keys that the files state
  Plan defaults_;                              ///< the program's behaviour if nothing is stated
  bool has_config_ = true;                     ///< ds_config.json is exported if DeepSpeed trains
  ExportedConfig config_;                      ///< ds_config.json, or the basis of Trainer's arguments
};

/// Returns the command-line arguments for a program with Trainer's arguments.
std::vector<std::string> trainer_words(const PlanDocument& document);

/// Returns a script that changes to its own folder and executes `command`. With several nodes and
/// `on_every_node`, its comment says to start it on each.
ExportFile run_script(const Plan& plan, std::string_view title, const std::string& command,
                      bool on_every_node = true);

}  // namespace zp
