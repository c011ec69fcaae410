// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/check/check_config.h"
#include "core/plan_file/plan_from_config.h"
#include "core/rules/subject.h"

/// A file as the subject of the rules of core/rules. Internal to core/check.
namespace zp::config_check {

/// The plan that import would make of the file over the plan of CheckOptions, for the ranks and the version
/// of the check. Without a plan, model and cluster are not known.
class FilePlan {
 public:
  FilePlan(const ConfigSource& config, const CheckOptions& options);
  /// Returns the subject of the rules, which points into this object.
  [[nodiscard]] Subject subject() const;
  [[nodiscard]] const Provenance& provenance() const { return converted_.provenance; }

 private:
  PlanFromConfig converted_;
  CarriedKeys carried_;
  unsigned known_ = 0;
  std::string other_optimizer_;
};

}  // namespace zp::config_check
