// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/plan/plan.h"

/// Plans that verl cannot train, at the commit of its catalog entry. Internal to this folder.
namespace zp {

/// An optimizer's class and the module that verl imports it from (workers/config/optimizer.py,
/// build_optimizer).
struct VerlOptimizer {
  Optimizer optimizer{};
  std::string_view name, module;
};
/// Returns the row of the plan's optimizer; nullptr if verl's files cannot name it.
const VerlOptimizer* verl_optimizer_of(const Plan& plan);

/// Returns why verl cannot start the plan, with the remedy; "" if it can.
std::string verl_limit(const Plan& plan);

}  // namespace zp
