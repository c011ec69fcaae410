// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/sharding/sharding.h"

/// DeepCompile: DeepSpeed's compiler passes over torch.compile's graph, which replace its Python hooks.
namespace zp {

/// Returns true if DeepCompile is in effect: at stages 1 to 3, since 0.16.6 (runtime/engine.py, compile).
inline bool has_deep_compile(const Plan& plan) {
  constexpr DeepSpeedVersion has_passes{0, 16, 6};
  return plan.training.deepcompile.enabled && plan.training.framework == Framework::deepspeed &&
         plan.zero.stage > 0 && plan.target.deepspeed_version >= has_passes;
}

/// First version whose config can schedule the pass that moves optimizer states (pull request 8186).
inline constexpr DeepSpeedVersion schedules_states{0, 19, 3};

/// Returns true if master weights and optimizer states may be moved to the host during forward and backward,
/// which happens at stage 3 without optimizer offload (compile/init_z3.py).
inline bool parks_states(const Plan& plan) {
  if (plan.target.deepspeed_version < schedules_states) return false;
  return plan.training.deepcompile.offload_opt_states && plan.zero.stage == 3 && has_deep_compile(plan) &&
         homes_of(plan).states == Device::none;
}

/// Returns true if partitions of weights in host memory are copied to the GPU at the start of each forward
/// and backward pass and back after their last use. DeepSpeed enables this itself if optimizer and weights
/// are offloaded to the CPU (runtime/engine.py, get_deepcompile_backend).
inline bool cycles_weights(const Plan& plan) {
  if (plan.zero.stage != 3 || !has_deep_compile(plan)) return false;
  const bool both_on_cpu =
      plan.zero.offload_optimizer.device == Device::cpu && plan.zero.offload_param.device == Device::cpu;
  return plan.training.deepcompile.offload_parameters || both_on_cpu;
}

/// Returns true if large saved tensors of the forward graph are kept on the host until the backward graph
/// reads them: at stage 3, scheduled since pull request 8255; DeepSpeed refuses it together with the other
/// two.
inline bool moves_activations(const Plan& plan) {
  constexpr DeepSpeedVersion schedules_it{0, 19, 6};
  return plan.training.deepcompile.offload_activation && plan.zero.stage == 3 && has_deep_compile(plan) &&
         plan.target.deepspeed_version >= schedules_it && !plan.training.deepcompile.offload_opt_states &&
         !cycles_weights(plan);
}

/// Saved tensors below this size in bytes stay on the GPU (compile/passes/offload_activation.py,
/// MIN_OFFLOAD_SIZE).
inline constexpr double smallest_moved_activation = 5 * 1024 * 1024;

}  // namespace zp
