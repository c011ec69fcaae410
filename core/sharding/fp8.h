// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/tensors.h"
#include "core/plan/fp8.h"
#include "core/plan/plan.h"

/// fp8 matrix products: the recipe of a plan, and the weights that it applies to.
namespace zp {

/// Returns true if matrix products inside the blocks run in fp8.
[[nodiscard]] constexpr bool multiplies_in_fp8(const Plan& plan) {
  return plan.training.types.products == StatedType::fp8;
}

/// Returns the recipe of a plan with fp8 products. Megatron-LM uses Transformer Engine's delayed scaling
/// (megatron/training/arguments.py, --fp8-recipe), other programs torchao's tensorwise recipe
/// (torchao/float8/config.py; accelerate prefers torchao if both are installed, accelerator.py).
const Fp8Row& fp8_recipe(const Plan& plan);

/// Bytes of scales per fp8 element in one layout, for activations and gradients, and for weights.
struct ScaleBytes {
  double factor = 0, weight = 0;
};
/// Returns the scale bytes of a recipe. MX has one byte per 32 elements along the product, in both layouts
/// (TransformerEngine pytorch/tensor/mxfp8_tensor.py, get_scale_shape; torchao prototype/mx_formats).
/// Blockwise scales are fp32, one per 128 elements, or per 128 × 128 of a weight
/// (float8_blockwise_tensor.py). Other recipes have one scale per row or tensor, which is neglected, as is
/// the padding of scales.
constexpr ScaleBytes scale_bytes(Fp8Recipe recipe) {
  if (recipe == Fp8Recipe::mxfp8 || recipe == Fp8Recipe::te_mxfp8) return {1.0 / 32, 1.0 / 32};
  if (recipe == Fp8Recipe::te_blockwise) return {4.0 / 128, 4.0 / (128 * 128)};
  return {};
}

/// Returns true if Megatron-LM runs the plan: the plan names it or a program built on it, or has a
/// distributed optimizer, tensor parallelism or a pipeline. Megatron-LM casts weights to fp8 once per step,
/// for all micro batches.
bool is_megatrons(const Plan& plan);

/// Returns true if a plan with that recipe multiplies these tensors in fp8: linear layers inside the blocks
/// whose sizes are multiples of 16, unless quantised. Routers are excluded, because programs keep their few
/// outputs in 16 bits (torchao/float8/float8_linear_utils.py, filters; torchtitan filter_fqns; Megatron-LM
/// transformer/moe/router.py).
bool multiplies_in_fp8(const TensorKind& kind, const Plan& plan, const Fp8Row& recipe);

/// Returns true if FSDP gathers weights for fp8 products in fp8.
[[nodiscard]] constexpr bool gathers_in_fp8(const Plan& plan) {
  return multiplies_in_fp8(plan) && plan.training.types.gathered == StatedType::fp8;
}

}  // namespace zp
