// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/text/words.h"

/// Recipes of fp8 matrix products (training.fp8_recipe, for training.types.products fp8).
namespace zp {

/// First torchao's recipes, including its MX ones, then Transformer Engine's.
enum class Fp8Recipe : std::uint8_t {
  automatic,
  tensorwise,
  rowwise,
  rowwise_with_gw_hp,
  mxfp8,
  te_delayed,
  te_current,
  te_blockwise,
  te_mxfp8,
};
template <>
inline constexpr auto words_of<Fp8Recipe> = word_list("auto", "tensorwise", "rowwise", "rowwise_with_gw_hp",
                                                      "mxfp8", "te_delayed", "te_current", "te_blockwise",
                                                      "te_mxfp8");

/// Bytes per element that kernels read and write to cast one input of a product.
struct CastBytes {
  double forward = 0, backward = 0;
};

/// All properties of a recipe.
struct Fp8Row {
  Fp8Recipe recipe{};
  /// Autograd saves a product's input and weight in fp8, as multiplied, instead of the input in 16 bits
  /// (TransformerEngine pytorch/module/linear.py, prepare_for_saving; torchao/float8/float8_linear.py saves
  /// the input in 16 bits).
  bool keeps_fp8 = false;
  bool gathers_fp8 = false;                ///< FSDP2 can gather weights in fp8 (torchao/float8/config.py)
  bool multiplies_stacked_experts = true;  ///< also grouped products, not only nn.Linear
  bool needs_blocks_of_32 = false;         ///< MX scales, which need Blackwell or CDNA4
  bool has_16_bit_weight_gradient = false;
  CastBytes input, gradient, weight;
  double input_fused = 0;  ///< forward bytes if the preceding kernel casts the input
};

/// Bytes of torchao's casts are from its own roofline model (torchao/testing/training/ roofline_utils.py,
/// get_tensor_memory_traffic_ovhd_s): the maximum is computed, then the tensor is read and written in the two
/// layouts that its products need. Transformer Engine casts and transposes in one kernel
/// (transformer_engine/common/transpose/cast_transpose.cu); delayed scaling needs no pass for the maximum,
/// and its norms write fp8 themselves.
inline constexpr auto fp8_rows = std::to_array<Fp8Row>({
    {Fp8Recipe::tensorwise, false, true, false, false, false, {5, 1}, {0, 6}, {5, 3}, 3},
    {Fp8Recipe::rowwise, false, false, false, false, false, {3, 5}, {0, 8}, {3, 7}, 1},
    {Fp8Recipe::rowwise_with_gw_hp, false, false, false, false, true, {3, 0}, {0, 3}, {3, 3}, 1},
    {Fp8Recipe::mxfp8, false, false, false, true, false, {3, 3}, {0, 6}, {3, 3}, 1},
    {Fp8Recipe::te_delayed, true, false, true, false, false, {4, 0}, {0, 4}, {4, 0}, 2},
    {Fp8Recipe::te_current, true, false, true, false, false, {6, 0}, {0, 6}, {6, 0}, 4},
    {Fp8Recipe::te_blockwise, true, false, true, false, false, {4, 0}, {0, 4}, {4, 0}, 4},
    {Fp8Recipe::te_mxfp8, true, false, true, true, false, {4, 0}, {0, 4}, {4, 0}, 2},
});

/// Returns the row of a recipe. Precondition: not automatic.
constexpr const Fp8Row& row_of(Fp8Recipe recipe) { return fp8_rows[static_cast<std::size_t>(recipe) - 1]; }

}  // namespace zp
