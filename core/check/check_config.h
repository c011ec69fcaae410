// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/finding.h"
#include "core/plan/plan.h"
#include "core/text/config_text.h"
#include "core/text/python.h"

/// Check of a ds_config: its errors, and how DeepSpeed interprets it. Based on deepspeed/runtime/config.py
/// and what it calls, at the schema's commit (core/deepspeed/schema.h).
namespace zp {

/// Values that the parser derives. A member is empty if it is unknown: after a refusal, or without a number
/// of ranks.
struct DerivedConfig {
  std::optional<ConfigNumber> train_batch_size, train_micro_batch_size_per_gpu, gradient_accumulation_steps;
  std::optional<int> stage;
  std::optional<bool> overlap_comm;
  std::optional<std::string> offload_optimizer_device, offload_param_device;  ///< empty without a section
};

struct CheckOptions {
  std::optional<int> world_size;  ///< ranks of the job; if absent, the plan's, or unknown
  std::optional<Plan> plan;
  DeepSpeedVersion version;
  bool trainer_fills_in = false;  ///< checks the file with each "auto" filled in, as by Trainer
};

struct ConfigCheck {
  bool accepted = false;  ///< true if the parser accepts the file; without a number of ranks: for some number
  /// `accepted` after Trainer has filled in each "auto"; nullopt for a file without any.
  std::optional<bool> accepted_from_trainer;
  DerivedConfig derived;
  std::vector<Finding> issues;  ///< refusals in the parser's order, then the rest, worst first, by position
};

/// Returns the result of every rule that file, ranks, plan and version together decide.
ConfigCheck check_config(const ConfigSource& config, const CheckOptions& options);

/// Returns hjson's leniency that a finding with this code reports; nullopt for other codes.
std::optional<Leniency> leniency_of(std::string_view code);

}  // namespace zp
