// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/programs.h"
#include "core/formula/arithmetic.h"
#include "core/memory/symbols.h"
#include "core/plan/optimizers.h"
#include "core/plan/plan.h"

/// Temporaries of an optimizer step: those of torch.optim's Adam without the fused kernel, and those in an
/// optimizer's row (StepWorkspace). Internal to memory/.
namespace zp {

/// First release whose foreach loop adds epsilon in place (torch/optim/adamw.py, _multi_tensor_adamw; PyTorch
/// pull request 104898).
inline constexpr ReleaseBound adds_epsilon_in_place{Library::torch, {2, 1, 0}, 20231004};
/// First release that steps lists of tensors by default and whose zero_grad frees gradients
/// (torch/optim/optimizer.py, _default_to_fused_or_foreach; zero_grad, set_to_none = True).
inline constexpr ReleaseBound foreach_by_default{Library::torch, {2, 0, 0}, 20230315};

/// First DeepSpeed release after PyTorch 2.0. Plans for older releases are assumed to use an older PyTorch.
inline constexpr DeepSpeedVersion younger_than_torch_2{0, 8, 3};

/// Returns true if the plan's software is older than PyTorch 2.0.
inline bool is_before_torch_2(const Plan& plan) {
  return !foreach_by_default.is_reached(plan.training.releases) ||
         plan.target.deepspeed_version < younger_than_torch_2;
}

/// Returns true if Adam runs as separate torch operations, without a fused kernel.
inline bool steps_by_operations(const Plan& plan) {
  const Training& training = plan.training;
  const bool is_torch_adam =
      training.framework == Framework::deepspeed && training.optimizer_options.torch_adam;
  return row_of(training.optimizer).is_adam &&
         (is_torch_adam || training.optimizer_kernel == OptimizerKernel::foreach);
}

/// Returns the number of temporaries of parameter size that torch's Adam holds in addition to the states: the
/// square root of the second moment and, before 2.1, that root plus epsilon, or its quotient
/// (torch/optim/adamw.py, _multi_tensor_adamw: exp_avg_sq_sqrt, denom; _single_tensor_adamw: denom).
inline int temporaries_of_adam(const Plan& plan) {
  const bool has_one = adds_epsilon_in_place.is_reached(plan.training.releases) && !is_before_torch_2(plan);
  return has_one ? 1 : 2;
}

/// Returns the bytes of a row's workspace while the optimizer steps a tensor of `elements`, out of
/// `elements_of_all`; parameters have `parameter_bytes` each.
template <class N>
N workspace_bytes(const StepWorkspace& workspace, const N& elements, const N& elements_of_all,
                  const EachOf<N>& parameter_bytes, bool is_16_bit) {
  const N of_one = whole_bytes((is_16_bit ? workspace.of_16_bit : workspace.of_fp32) * as_double(elements));
  return workspace.copies_of_all > 0
             ? of_one + whole_bytes(workspace.copies_of_all * as_double(parameter_bytes * elements_of_all))
             : of_one;
}

/// Returns the bytes that an optimizer allocates while it steps `elements` in one flat tensor, not counting a
/// flat copy of the gradients, which is freed by then; 0 with a fused kernel.
template <class N>
N temporaries_of_flat_step(const Plan& plan, const N& elements, const EachOf<N>& master_bytes,
                           const N& freed) {
  if (const StepWorkspace* workspace = row_of(plan.training.optimizer).workspace) [[unlikely]]
    return max(N(0), workspace_bytes(*workspace, elements, elements, master_bytes, false) - freed);
  if (!steps_by_operations(plan)) return N(0);
  return max(N(0), temporaries_of_adam(plan) * master_bytes * elements - freed);
}

}  // namespace zp
