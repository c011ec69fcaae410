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

/// What is wrong with a ds_config, and what DeepSpeed makes of it. Facts: deepspeed/runtime/config.py and
/// what it calls, at the commit the schema names (core/deepspeed/schema.h).
namespace zp {

/// What the parser works out. Empty where it cannot be told: after a refusal, or without a number of ranks.
struct DerivedConfig {
  std::optional<ConfigNumber> train_batch_size, train_micro_batch_size_per_gpu, gradient_accumulation_steps;
  std::optional<int> stage;
  std::optional<bool> overlap_comm;
  std::optional<std::string> offload_optimizer_device, offload_param_device;  ///< empty: no such section
};

struct CheckOptions {
  std::optional<int> world_size;  ///< ranks of the job; absent: the plan's, or not known
  std::optional<Plan> plan;
  DeepSpeedVersion version;
  bool trainer_fills_in = false;  ///< as Trainer hands the file over: each "auto" it fills in is a value
};

struct ConfigCheck {
  bool accepted = false;  ///< whether the parser takes it; without ranks: for some number of them
  /// The same once Trainer has filled in its "auto"; nothing for a file that leaves it none.
  std::optional<bool> accepted_from_trainer;
  DerivedConfig derived;
  std::vector<Finding> issues;  ///< refusals in the parser's order, then worst first by place
};

/// Every rule that can be told from the file, the ranks, the plan and the version.
ConfigCheck check_config(const ConfigSource& config, const CheckOptions& options);

/// What a finding of such a code is about, where that is something only hjson takes; else nothing.
std::optional<Leniency> leniency_of(std::string_view code);

}  // namespace zp
