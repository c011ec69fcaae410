// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/memory/symbols.h"
#include "core/plan/plan.h"

/// DeepCompile's offload passes profile a step with everything on the host, and then keep on the GPU the
/// tensors that fit. Internal to memory/.
namespace zp {

/// Bytes per rank that such a pass keeps on the GPU.
struct KeptByGraph {
  std::int64_t states = 0;  ///< master weights and states that stay on the GPU during the passes
  std::int64_t states_after_backward = 0;  ///< moved states that return to the GPU only after backward
  double activations = 0;                  ///< saved tensors that stay on the GPU
};

/// Returns the bytes that DeepCompile keeps on the GPU; all 0 if the plan has no such pass. `symbols` are the
/// plan's, with these values still 0. Optimizer states: a forward pass may use 80 % of the GPU. Tensors of
/// the sub-groups are moved, in order, until the rest fits together with the forward pass; during the
/// backward pass they return as soon as they fit together with what remains to run (DeepSpeed
/// compile/passes/offload_adam_states.py, MARGIN and offload_opt_states_inc). Activations: a step may use 90
/// %; the largest tensors stay on the GPU as long as they fit together with its peak
/// (compile/passes/offload_activation.py, MIN_MEASURED_MARGIN and _plan_against_floor_fwd).
KeptByGraph kept_by_graph(const Plan& plan, const Symbols& symbols);

}  // namespace zp
