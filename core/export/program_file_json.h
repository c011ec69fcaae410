// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/export/flavours.h"
#include "core/text/ordered_json.h"

/// Another program's own file while it is written from a plan. Internal to this folder.
namespace zp {

/// Codes that a file of TrainingArguments with adapters of its own settles.
inline constexpr std::array<std::string_view, 3> settled_by_trainer = {
    "trainer_arguments", "adapters_in_program", "quantization_in_program"};

/// Returns the document for Trainer: "auto" in its ds_config.json stands for what the program's file says.
PlanDocument for_trainer(PlanDocument document);

class ProgramFile {
 public:
  ProgramFile(std::string_view title, std::string_view start, PlanDocument document);

  const PlanDocument document;
  const Plan& plan;
  text_io::Json keys = text_io::Json::object();
  std::vector<std::string_view> settled;  ///< ProgramExport::settled

  /// Reports that the program's file has no key for this key of the plan, if the plan uses it.
  void leave_out(std::string_view plan_key, bool is_used);
  /// Reports the same with `instead`, words on what the program does in its place.
  void leave_out(std::string_view plan_key, bool is_used, std::string_view instead);
  /// Sets the TrainingArguments under which "auto" means what the plan says, each under the program's own
  /// name for it if `names` has one.
  struct Rename {
    std::string_view argument, key;
  };
  void set_arguments(std::initializer_list<Rename> names = {});
  /// Sets rank, alpha and dropout of adapters; all programs have the same names but for the rank.
  void set_adapters(std::string_view rank_key);
  /// Returns true if whole blocks are recomputed; selective recomputation is reported as left out.
  [[nodiscard]] bool recomputes();
  /// Sets the share of the data that evaluation reads, under the program's name for it, if the
  /// plan evaluates.
  void set_evaluated_share(std::string_view key);
  /// Returns Hugging Face's name of the plan's model, or a path to fill in.
  [[nodiscard]] std::string model_name();
  /// Return module names: "q_proj", "v_proj"; "embed_tokens", "lm_head".
  [[nodiscard]] std::vector<std::string> adapted_modules() const;
  [[nodiscard]] std::vector<std::string> saved_modules() const;
  /// Returns the program's value for the plan's way of computing attention; PyTorch's own if the program
  /// names none.
  [[nodiscard]] std::string attention(std::string_view eager, std::string_view sdpa, std::string_view flash_2,
                                      std::string_view flash_3);

  /// Returns the YAML below a comment that says what it is, what starts it and what to fill in.
  [[nodiscard]] std::string text(std::string_view yours) const;
  /// Returns the export: `first`, ds_config.json, the plan, and `others`.
  ProgramExport exported(std::vector<ExportFile> first, std::vector<ExportFile> others = {});

 private:
  std::string title_, start_;
  std::vector<Finding> findings_;
};

/// Returns a script that changes to its own folder and executes `command`; with several nodes it is to be
/// started on each if `on_every_node`.
ExportFile run_script(const Plan& plan, std::string_view title, const std::string& command,
                      bool on_every_node = true);

}  // namespace zp
