// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/memory/estimate.h"
#include "core/plan/issue.h"
#include "core/plan/plan.h"

namespace zp {

/// A piece of advice about a plan, with the plan that follows it where one step does.
struct Advice {
  Issue issue;  ///< with its source
  std::optional<Plan> remedy;
  std::string remedy_label;  ///< "Full activation checkpointing"
};

/// What the guides to ZeRO tell people to look at (which features go with which stage, what to do when memory
/// runs out or a run is slow), where it applies to this plan, and with their mistakes corrected. Worst first.
/// `estimate` is estimate_memory(plan). A few estimates; no rule fires on a plan it says nothing new about.
std::vector<Advice> advice(const Plan& plan, const MemoryEstimate& estimate);

}  // namespace zp
