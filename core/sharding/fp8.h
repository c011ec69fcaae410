// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/tensors.h"
#include "core/plan/fp8.h"
#include "core/plan/plan.h"

/// Products in fp8: the recipe of a plan, and the weights that it multiplies so.
namespace zp {

/// Returns true if matrix products inside the blocks run in fp8.
[[nodiscard]] constexpr bool multiplies_in_fp8(const Plan& plan) {
  return plan.training.types.products == StatedType::fp8;
}

/// Returns the recipe of a plan that multiplies in fp8. Megatron-LM's is Transformer Engine's with delayed
/// scaling (megatron/training/arguments.py, --fp8-recipe), other programs' torchao's tensorwise one
/// (torchao/float8/config.py; accelerate prefers torchao where both are installed, accelerator.py).
const Fp8Row& fp8_recipe(const Plan& plan);

/// Returns true if Megatron-LM runs the plan: its optimizer is distributed, or it divides layers or stages.
/// It casts weights to fp8 once a step, for all micro batches.
bool is_megatrons(const Plan& plan);

/// Returns true if a plan of that recipe multiplies these tensors in fp8: the linear layers inside the blocks
/// whose sizes 16 divides, without routers, whose few outputs programs leave in 16 bits
/// (torchao/float8/float8_linear_utils.py, filters; torchtitan filter_fqns; Megatron-LM
/// transformer/moe/router.py), and not quantised ones.
bool multiplies_in_fp8(const TensorKind& kind, const Plan& plan, const Fp8Row& recipe);

/// Returns true if FSDP gathers those weights in fp8.
[[nodiscard]] constexpr bool gathers_in_fp8(const Plan& plan) {
  return multiplies_in_fp8(plan) && plan.training.types.gathered == StatedType::fp8;
}

}  // namespace zp
