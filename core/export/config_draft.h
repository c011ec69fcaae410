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

/// A ds_config being written. Each section writer moves the keys that it is responsible for from the plan and
/// the carried keys into `out`, and adds a finding to `issues` for what it omits or changes.
namespace zp {

struct ConfigDraft {
  explicit ConfigDraft(const PlanDocument& source);

  const PlanDocument& document;
  const Plan& plan;
  std::vector<Finding> issues;
  ConfigNode carried;  ///< deepspeed_config, with zero's extra keys; used keys are removed
  ConfigNode out;
  ConfigNode planned;  ///< the whole plan as numbers if `out` is an imported file; else empty
  std::set<std::string, std::less<>> written_sections;  ///< sections whose plan keys write_keys() has written
  std::vector<std::string>
      trainer_arguments;  ///< with Flavour::hf_trainer: arguments for the keys that are "auto"

  [[nodiscard]] const DeepSpeedVersion& version() const { return plan.target.deepspeed_version; }
  [[nodiscard]] bool for_trainer() const { return plan.target.flavour == Flavour::hf_trainer; }
  /// Returns the device that DeepSpeed uses in effect: none at stage 0, cpu for nvme at stages 1 and 2
  /// (zero/stage_1_and_2.py:186).
  [[nodiscard]] Device optimizer_device() const;
  /// Returns the device of offload_param in effect: none below stage 3, where DeepSpeed ignores it
  /// (zero/config.py:157).
  [[nodiscard]] Device param_device() const;

  void report(Severity severity, std::string_view code, std::string_view path, std::string message,
              std::string fix);
  /// Sets a key decided by the plan.
  void set(std::string_view path, std::string json_text, std::string_view plan_path);
  /// Sets a key to its carried value if there is one, else to `fallback`.
  void set_default(std::string_view path, std::string fallback);
};

/// Moves the carried keys at and below `path` ("" = all remaining) to the output. Skips keys that the plan
/// decides. Omits, with a finding, keys that are newer than the target version, have no effect at this stage,
/// or were replaced by another name. Keeps unknown keys, with a finding.
void carry(ConfigDraft& draft, std::string_view path);

/// Returns true if the plan has a field for this key, which takes precedence over a carried value.
bool is_set_by_plan(std::string_view path);

}  // namespace zp
