// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/check/check_config.h"
#include "core/plan_file/plan_from_config.h"
#include "core/rules/subject.h"

/// A file as the subject of core/rules. Internal to core/check.
namespace zp::config_check {

/// The plan that import would make of the file, based on the plan of CheckOptions, with the check's ranks and
/// version. Without a plan, model and cluster are unknown.
class FilePlan {
 public:
  FilePlan(const ConfigSource& config, const CheckOptions& options);
  /// Returns the subject for the rules, which refers to this object.
  [[nodiscard]] Subject subject() const;
  [[nodiscard]] const Provenance& provenance() const { return converted_.provenance; }

 private:
  PlanFromConfig converted_;
  CarriedKeys carried_;
  unsigned known_ = 0;
  std::string other_optimizer_;
};

}  // namespace zp::config_check
