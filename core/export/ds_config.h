// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plan/finding.h"
#include "core/plan/plan.h"

namespace zp {

/// Returns ds_config.json for a plan: strict JSON, two spaces, DeepSpeed's own key names, integers for sizes,
/// a consistent batch triple, and only keys the schema knows for the chosen stage, offload and version. With
/// Flavour::hf_trainer, "auto" stands where Trainer fills in TrainingArguments (transformers,
/// integrations/deepspeed.py); the bucket sizes it computes (h², 0.9·h², 10·h) are "auto" only where the plan
/// has the same numbers, so that the estimate stays valid.
/// For a plan of another framework it is accelerate's file, which starts FSDP or DDP.
std::string ds_config(const PlanDocument& document);
/// Returns "ds_config.json", or "accelerate_config.yaml" for a plan of another framework.
std::string_view config_file_name(const Plan& plan);

/// One line of that file and the plan key that sets it ("training.micro_batch_size"; "" if none does).
struct ConfigLine {
  std::string text;         ///< the line without the newline
  std::string config_path;  ///< "zero_optimization.stage"
  std::string plan_path;
  bool differs_from_default = false;  ///< true if it is not DeepSpeed's own default
};

/// The export of a plan: its lines, its findings and Trainer's arguments.
struct ExportedConfig {
  std::vector<ConfigLine> lines;
  /// Findings on what is left out or changed (carried keys newer than the target version, without effect,
  /// unknown …), and on what a ds_config cannot say. Rules about the plan itself are check()'s (core/rules).
  std::vector<Finding> findings;
  /// With Flavour::hf_trainer, the TrainingArguments under which every "auto" means what the plan
  /// says, as words of a command line ("--per_device_train_batch_size", "1", "--bf16", "True" …);
  /// empty for Flavour::plain.
  std::vector<std::string> trainer_arguments;
};
ExportedConfig exported_config(const PlanDocument& document);
/// Returns the lines as the file has them: ds_config() of what was exported already.
std::string text_of(const ExportedConfig& config);

}  // namespace zp
