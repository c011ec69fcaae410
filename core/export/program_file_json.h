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

/// Another program's own file being written from a plan. Internal to this folder.
namespace zp {

/// What a file of TrainingArguments with adapters of its own says.
inline constexpr std::array<std::string_view, 3> settled_by_trainer = {
    "trainer_arguments", "adapters_in_program", "quantization_in_program"};

/// The document as Trainer's: "auto" in its ds_config.json stands for what the program's file says.
PlanDocument for_trainer(PlanDocument document);

class ProgramFile {
 public:
  ProgramFile(std::string_view title, std::string_view start, PlanDocument document);

  const PlanDocument document;
  const Plan& plan;
  text_io::Json keys = text_io::Json::object();
  std::vector<std::string_view> settled;  ///< ProgramExport::settled

  /// Says that the program's file has no key for this key of the plan, where the plan uses it.
  void leave_out(std::string_view plan_key, bool is_used);
  /// Says what is written in place of it.
  void leave_out(std::string_view plan_key, bool is_used, std::string_view instead);
  /// Sets the TrainingArguments under which "auto" means what the plan says; each by the program's own name
  /// of it where `names` has another.
  struct Rename {
    std::string_view argument, key;
  };
  void set_arguments(std::initializer_list<Rename> names = {});
  /// Rank, alpha and dropout of adapters, which all call alike but for the first.
  void set_adapters(std::string_view rank_key);
  /// Whether whole blocks are recomputed; what recomputes less is left out.
  [[nodiscard]] bool recomputes();
  /// Sets the share of the data that evaluation reads, under the program's name of it, where the plan
  /// evaluates.
  void set_evaluated_share(std::string_view key);
  /// The plan's model as Hugging Face calls it, or a path to fill in.
  [[nodiscard]] std::string model_name();
  /// "q_proj", "v_proj"; "embed_tokens", "lm_head".
  [[nodiscard]] std::vector<std::string> adapted_modules() const;
  [[nodiscard]] std::vector<std::string> saved_modules() const;
  /// The value for each way attention is computed; PyTorch's own where the program names none.
  [[nodiscard]] std::string attention(std::string_view eager, std::string_view sdpa, std::string_view flash_2,
                                      std::string_view flash_3);

  /// The YAML below a comment of what it is, what starts it and what to fill in.
  [[nodiscard]] std::string text(std::string_view yours) const;
  /// `first`, ds_config.json, the plan, and what else there is.
  ProgramExport exported(std::vector<ExportFile> first, std::vector<ExportFile> others = {});

 private:
  std::string title_, start_;
  std::vector<Finding> findings_;
};

/// A script that goes to its folder and executes `command`; with several nodes it is started on each, where
/// `on_every_node`.
ExportFile run_script(const Plan& plan, std::string_view title, const std::string& command,
                      bool on_every_node = true);

}  // namespace zp
