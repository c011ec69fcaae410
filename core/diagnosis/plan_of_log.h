// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/diagnosis/named_log.h"
#include "core/plan/plan.h"

namespace zp {

/// A plan derived from a log, and its assumptions in words.
struct PlanOfLog {
  Plan plan;
  std::string assumed;  ///< "Qwen3 0.6B on 1 GPU of 79.2 GiB, sequences of 65,536, micro batch 1"
};
/// Returns the plan of a log that states enough to estimate it, including a model in the catalog; else
/// nullopt.
std::optional<PlanOfLog> plan_of_log(const NamedLog& log);

}  // namespace zp
