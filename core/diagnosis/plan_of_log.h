// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/diagnosis/named_log.h"
#include "core/plan/plan.h"

namespace zp {

/// A plan made of what a log states, and its assumptions in words.
struct PlanOfLog {
  Plan plan;
  std::string assumed;  ///< "Qwen3 0.6B on 1 GPU of 79.2 GiB, sequences of 65,536, micro batch 1"
};
/// Returns the plan that a log states well enough to be estimated: its model is in the catalog.
std::optional<PlanOfLog> plan_of_log(const NamedLog& log);

}  // namespace zp
