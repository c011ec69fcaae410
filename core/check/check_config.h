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

/// Check of a ds_config: what is wrong with it, and what DeepSpeed makes of it. Facts:
/// deepspeed/runtime/config.py and what it calls, at the commit the schema names (core/deepspeed/schema.h).
namespace zp {

/// The values that the parser derives. A member is empty if it cannot be told: after a refusal, or without a
/// number of ranks.
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
  bool trainer_fills_in = false;  ///< checks the file with each "auto" filled in, as Trainer does
};

struct ConfigCheck {
  bool accepted = false;  ///< true if the parser accepts the file; without ranks: for some number of them
  /// `accepted` once Trainer has filled in its "auto"; nothing for a file that leaves it none.
  std::optional<bool> accepted_from_trainer;
  DerivedConfig derived;
  std::vector<Finding> issues;  ///< refusals in the parser's order, then the worst first, by place
};

/// Returns the result of every rule that can be decided from the file, the ranks, the plan and the version.
ConfigCheck check_config(const ConfigSource& config, const CheckOptions& options);

/// Returns the leniency of hjson that a finding with this code is about; nothing for other codes.
std::optional<Leniency> leniency_of(std::string_view code);

}  // namespace zp
