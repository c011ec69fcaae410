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

/// The optimizer's numbers that a plan states in its ds_config; each is null if it states none.
struct StatedOptimizer {
  text_io::Json learning_rate, weight_decay, epsilon, betas, max_norm;
};

class ProgramFile {
 public:
  ProgramFile(std::string_view title, std::string_view start, PlanDocument document);
  /// Makes the file of a program of the catalog, by its id, that builds Hugging Face's Trainer and the
  /// adapters itself: "auto" in its ds_config.json stands for what this file says.
  ProgramFile(std::string_view title, std::string_view program, std::string_view start,
              PlanDocument document);

  /// Says that the program makes its ds_config itself: none is written, and only arguments state settings.
  /// Keys of `zero` that are not in `zero_keys`, with spaces between, are left out unless they have their
  /// defaults.
  void make_no_config(std::string_view zero_keys);
  /// Counts as left out what differs from the defaults of that release of a program, and not from those of
  /// the plan's own program.
  void use_defaults_of(std::string_view program, std::string_view release);

  const PlanDocument document;
  const Plan& plan;
  text_io::Json keys = text_io::Json::object();

  /// Sets the program's key to a number of the optimizer that the plan states; does nothing if it is null.
  void set_stated(const std::string& key, const text_io::Json& value);

  /// Returns the row of the plan's method. If there is none, it reports that, with `instead`, and returns the
  /// first row.
  template <class Row, std::size_t count>
  const Row& method_row(const std::array<Row, count>& rows, std::string_view instead) {
    const auto row = std::ranges::find(rows, plan.training.method.method, &Row::method);
    leave_out("training.method", row == rows.end(), instead);
    state("training.method");
    return row == rows.end() ? rows.front() : *row;
  }
  /// Reports that the program's file has no key for this key of the plan, if the plan uses it.
  void leave_out(std::string_view plan_key, bool is_used);
  /// Reports the same with `instead`, words on what the program does in its place.
  void leave_out(std::string_view plan_key, bool is_used, std::string_view instead);
  /// Sets the program's keys for the plan's settings (setting_rows_json.h), and the values that "auto" in
  /// ds_config.json stands for.
  void set_settings(SettingColumn column);
  /// Notes what the arguments of a program with Trainer's arguments state, if the plan is for one, and what
  /// accelerate's file states.
  void state_arguments();
  /// Notes that the files state these keys of the plan, with spaces between, or that they need not.
  void state(std::string_view plan_keys);
  /// The program's names for settings of adapters; those of alpha and dropout are the same in all.
  struct AdapterKeys {
    std::string_view rank, targets, saved, dora;
    bool has_lists = true;  ///< false: module names stand in one text, with commas between
  };
  void set_adapters(const AdapterKeys& names);
  /// Sets the share of the data that evaluation reads, under the program's name for it, if the
  /// plan evaluates.
  void set_evaluated_share(std::string_view key);
  /// Returns the optimizer's numbers that the plan states.
  [[nodiscard]] StatedOptimizer stated_optimizer() const;
  /// Sets the keys that TRL and ms-swift alike have for the completions of GRPO and the engine that makes
  /// them. Returns true if an engine shares the GPUs of the training: sleeping has a key of its own in each.
  bool set_generation();
  /// Returns Hugging Face's name of the plan's model, or a path to fill in.
  [[nodiscard]] std::string model_name();
  /// Returns the keys as words of a command line: "--max_steps", "100", "--bf16", "True"; a list is several
  /// words.
  [[nodiscard]] std::vector<std::string> words() const;
  /// Returns those words quoted for bash, each option on a line of its own that continues the line before.
  [[nodiscard]] std::string option_lines() const;

  /// Returns a comment that says what the file is, what starts it and what to fill in.
  [[nodiscard]] std::string heading(std::string_view yours) const;
  /// Returns the YAML below that comment.
  [[nodiscard]] std::string text(std::string_view yours) const;
  /// Returns the export: `first`, ds_config.json if DeepSpeed trains, `others`, and the plan. Whatever the
  /// plan sets and no file states is reported as left out.
  ProgramExport exported(std::vector<ExportFile> first, std::vector<ExportFile> others = {});

 private:
  void set_modules(std::string_view key, const std::vector<std::string>& modules, bool has_lists);
  void leave_out_the_rest();

  std::string title_, start_;
  std::vector<std::string_view> settled_;  ///< ProgramExport::settled
  std::vector<Finding> findings_;
  std::vector<LeftOut> left_out_;
  std::set<std::string, std::less<>> stated_;  ///< keys of the plan
  Plan defaults_;                              ///< what the program does with nothing stated
  bool has_config_ = true;                     ///< a ds_config.json is written if DeepSpeed trains
  ExportedConfig config_;                      ///< ds_config.json, or what Trainer's arguments follow from
};

/// Returns the arguments that a program with Trainer's arguments is started with.
std::vector<std::string> trainer_words(const PlanDocument& document);

/// Returns a script that changes to its own folder and executes `command`; with several nodes it is to be
/// started on each if `on_every_node`.
ExportFile run_script(const Plan& plan, std::string_view title, const std::string& command,
                      bool on_every_node = true);

}  // namespace zp
