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

/// Bytes of the scales of one element in fp8, in one layout: of an activation or gradient, and of a weight.
struct ScaleBytes {
  double factor = 0, weight = 0;
};
/// Returns those of a recipe. MX has one byte for each 32 elements along the product, in both layouts
/// (TransformerEngine pytorch/tensor/mxfp8_tensor.py, get_scale_shape; torchao prototype/mx_formats).
/// Blockwise scales are fp32, of 128 elements, and of 128 by 128 of a weight (float8_blockwise_tensor.py).
/// Others have one for a row or a tensor, which counts for nothing; so does the padding of the scales.
constexpr ScaleBytes scale_bytes(Fp8Recipe recipe) {
  if (recipe == Fp8Recipe::mxfp8 || recipe == Fp8Recipe::te_mxfp8) return {1.0 / 32, 1.0 / 32};
  if (recipe == Fp8Recipe::te_blockwise) return {4.0 / 128, 4.0 / (128 * 128)};
  return {};
}

/// Returns true if Megatron-LM runs the plan: it names it or a program that is built on it, or its optimizer
/// is distributed, or it divides layers or stages.
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
