// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/export/config_tree.h"
#include "core/plan/finding.h"
#include "core/plan/plan.h"
#include "core/text/json_text.h"

/// A ds_config while it is written: one section writer after another moves the keys it owns from the plan and
/// from the carried keys into `out`, and reports in `issues` what it leaves out or changes.
namespace zp {

struct ConfigDraft {
  explicit ConfigDraft(const PlanDocument& source);

  const PlanDocument& document;
  const Plan& plan;
  std::vector<Finding> issues;
  ConfigNode
      carried;  ///< deepspeed_config with zero's extra keys below zero_optimization; used keys are erased
  ConfigNode out;
  ConfigNode planned;  ///< the whole plan as numbers if `out` is an imported file; empty otherwise
  std::set<std::string, std::less<>> written_sections;  ///< sections whose plan keys write_keys() has written
  std::vector<std::string>
      trainer_arguments;  ///< with Flavour::hf_trainer: arguments that "auto" must be filled with

  [[nodiscard]] const DeepSpeedVersion& version() const { return plan.target.deepspeed_version; }
  [[nodiscard]] bool for_trainer() const { return plan.target.flavour == Flavour::hf_trainer; }
  /// Returns the device that DeepSpeed really uses: none at stage 0, cpu for nvme at stage 1 and
  /// 2 (zero/stage_1_and_2.py:186).
  [[nodiscard]] Device optimizer_device() const;
  /// Returns the device of offload_param: none below stage 3, where DeepSpeed ignores
  /// it (zero/config.py:157).
  [[nodiscard]] Device param_device() const;

  void report(Severity severity, std::string_view code, std::string_view path, std::string message,
              std::string fix);
  /// Sets a key that the plan decides.
  void set(std::string_view path, std::string json_text, std::string_view plan_path);
  /// Sets a key that the carried keys may decide: to their value if they have one, else to `fallback`.
  void set_default(std::string_view path, std::string fallback);
};

/// Moves the carried keys at and below `path` ("" = all that are left) into the output. Keys that the plan
/// decides are passed over; keys newer than the target, without effect at this stage or replaced by another
/// name are left out and reported; unknown keys are kept and reported.
void carry(ConfigDraft& draft, std::string_view path);

/// Returns true if the plan has a field for this key, so that a carried value gives way to it.
bool is_set_by_plan(std::string_view path);

}  // namespace zp
