// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/sharding/sharding.h"

/// DeepCompile: DeepSpeed's own passes over the graph that torch.compile makes, instead of Python's hooks.
namespace zp {

/// Returns true if DeepCompile acts: at stages 1 to 3, since 0.16.6 (runtime/engine.py, compile).
inline bool has_deep_compile(const Plan& plan) {
  constexpr DeepSpeedVersion has_passes{0, 16, 6};
  return plan.training.deepcompile.enabled && plan.training.framework == Framework::deepspeed &&
         plan.zero.stage > 0 && plan.target.deepspeed_version >= has_passes;
}

/// Returns true if master weights and optimizer states leave the GPU during the passes, which stage 3 does
/// without optimizer offload (compile/init_z3.py).
inline bool parks_states(const Plan& plan) {
  return plan.training.deepcompile.offload_opt_states && plan.zero.stage == 3 && has_deep_compile(plan) &&
         homes_of(plan).states == Device::none;
}

}  // namespace zp
