// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/export_check.h"

#include <algorithm>
#include <string>

#include "core/check/check_config.h"

namespace zp {
std::vector<Finding> check_of_export(const Evaluation& evaluation) {
  if (!evaluation.is_usable) return {};
  const Plan& plan = evaluation.document.plan;
  if (plan.training.framework != Framework::deepspeed) return {};  // no ds_config.json is written
  std::vector<Finding> issues = check_config(read_config_text(text_of(evaluation.config)),
                                             {plan.cluster.ranks(), plan, plan.target.deepspeed_version})
                                    .issues;
  std::erase_if(issues, [&](const Finding& issue) {
    return issue.severity == Severity::style ||
           std::ranges::any_of(evaluation.findings, [&](const Finding& own) {
             return own.code == issue.code && own.severity <= issue.severity;
           });
  });
  return issues;
}

}  // namespace zp
