// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/memory/symbols.h"
#include "core/plan/plan.h"

/// DeepCompile's offload passes measure a step with everything moved to the host, and keep on the GPU what
/// fits beside it. Internal to memory/.
namespace zp {

/// Bytes of a rank that such a pass decides on.
struct KeptByGraph {
  std::int64_t states = 0;       ///< master weights and states that stay on the GPU in the passes
  std::int64_t late_states = 0;  ///< moved ones that memory lets come back behind the backward pass only
  double activations = 0;        ///< saved tensors that stay on the GPU
};

/// Returns what DeepCompile keeps on the GPU, all 0 if the plan has no such pass. `symbols` are the plan's,
/// with nothing kept yet.
///
/// Optimizer states: a pass forward may take 80 % of the GPU. Tensors of the sub-groups go, the first ones
/// first, until the rest fits beside the forward pass; in the backward pass they come back as soon as they
/// fit beside what is still to run (DeepSpeed compile/passes/offload_adam_states.py, MARGIN and
/// offload_opt_states_inc). Activations: a step may take 90 %; the largest come back to the GPU while they
/// fit beside its peak (compile/passes/offload_activation.py, MIN_MEASURED_MARGIN and
/// _plan_against_floor_fwd).
KeptByGraph kept_by_graph(const Plan& plan, const Symbols& symbols);

}  // namespace zp
