// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plan/finding.h"
#include "core/plan/plan.h"

namespace zp {

/// Returns ds_config.json for a plan: strict JSON, two-space indentation, DeepSpeed's own key names, integers
/// for sizes, a consistent batch triple, and only keys that the schema has for the stage, offload and
/// version. With Flavour::hf_trainer, values that Trainer fills in from TrainingArguments are "auto"
/// (transformers, integrations/deepspeed.py); bucket sizes that it computes (h², 0.9·h², 10·h) are "auto"
/// only if they equal the plan's, so that the estimate stays valid. For another framework, returns
/// accelerate's file, which starts FSDP or DDP.
std::string ds_config(const PlanDocument& document);
/// Returns "ds_config.json", or "accelerate_config.yaml" for a plan of another framework.
std::string_view config_file_name(const Plan& plan);

/// One line of that file and the plan key that decides it ("training.micro_batch_size"; "" if none).
struct ConfigLine {
  std::string text;         ///< the line without the newline
  std::string config_path;  ///< "zero_optimization.stage"
  std::string plan_path;
  bool differs_from_default = false;  ///< true if it is not DeepSpeed's default
};

/// The export of a plan: its lines, its findings and Trainer's arguments.
struct ExportedConfig {
  std::vector<ConfigLine> lines;
  /// Findings on what was omitted or changed (carried keys that are newer than the target version, without
  /// effect, unknown …), and on what a ds_config cannot state. Findings about the plan itself come from
  /// check() (core/rules).
  std::vector<Finding> findings;
  /// With Flavour::hf_trainer: the TrainingArguments with which every "auto" has the plan's value, as words
  /// of a command line ("--per_device_train_batch_size", "1", "--bf16", "True" …). Empty for Flavour::plain.
  std::vector<std::string> trainer_arguments;
};
ExportedConfig exported_config(const PlanDocument& document);
/// Returns the text of the file, ds_config(), from its lines.
std::string text_of(const ExportedConfig& config);

}  // namespace zp
