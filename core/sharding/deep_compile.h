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

/// First version whose config schedules the pass that moves optimizer states (pull request 8186).
inline constexpr DeepSpeedVersion schedules_states{0, 19, 3};

/// Returns true if master weights and optimizer states may leave the GPU during the passes, which stage 3
/// does without optimizer offload (compile/init_z3.py).
inline bool parks_states(const Plan& plan) {
  if (plan.target.deepspeed_version < schedules_states) return false;
  return plan.training.deepcompile.offload_opt_states && plan.zero.stage == 3 && has_deep_compile(plan) &&
         homes_of(plan).states == Device::none;
}

/// Returns true if partitions of weights in host memory come up at the start of each pass and are copied back
/// behind their last use. DeepSpeed switches it on by itself where optimizer and weights are offloaded to the
/// CPU (runtime/engine.py, get_deepcompile_backend).
inline bool cycles_weights(const Plan& plan) {
  if (plan.zero.stage != 3 || !has_deep_compile(plan)) return false;
  const bool both_on_cpu =
      plan.zero.offload_optimizer.device == Device::cpu && plan.zero.offload_param.device == Device::cpu;
  return plan.training.deepcompile.offload_parameters || both_on_cpu;
}

/// Returns true if large tensors that the forward graph saves lie on the host until the backward graph reads
/// them: at stage 3, scheduled since pull request 8255; DeepSpeed refuses it with the other two.
inline bool moves_activations(const Plan& plan) {
  constexpr DeepSpeedVersion schedules_it{0, 19, 6};
  return plan.training.deepcompile.offload_activation && plan.zero.stage == 3 && has_deep_compile(plan) &&
         plan.target.deepspeed_version >= schedules_it && !plan.training.deepcompile.offload_opt_states &&
         !cycles_weights(plan);
}

/// Bytes below which DeepCompile leaves a saved tensor on the GPU (compile/passes/offload_activation.py,
/// MIN_OFFLOAD_SIZE).
inline constexpr double smallest_moved_activation = 5 * 1024 * 1024;

}  // namespace zp
