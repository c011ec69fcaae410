// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/text/words.h"

/// The recipes by which programs multiply in fp8 (training.fp8_recipe, for training.types.products fp8).
namespace zp {

/// torchao's recipes and torchao's MX ones stand first, Transformer Engine's behind them.
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

/// Bytes that the kernels which cast one factor of a product read and write per element.
struct CastBytes {
  double forward = 0, backward = 0;
};

/// Everything that depends on the recipe.
struct Fp8Row {
  Fp8Recipe recipe{};
  /// Autograd keeps a product's input and weight as they are multiplied, in fp8, instead of the input in 16
  /// bits (TransformerEngine pytorch/module/linear.py, prepare_for_saving; torchao/float8/float8_linear.py
  /// saves the input in 16 bits).
  bool keeps_fp8 = false;
  bool gathers_fp8 = false;                ///< FSDP2 can gather weights in fp8 (torchao/float8/config.py)
  bool multiplies_stacked_experts = true;  ///< grouped products too, not only those of nn.Linear
  bool needs_blocks_of_32 = false;         ///< scales of MX, which Blackwell and CDNA4 have
  bool has_16_bit_weight_gradient = false;
  CastBytes input, gradient, weight;
  double input_fused = 0;  ///< forward bytes of an input that the kernel before it casts
};

/// The bytes of torchao's casts are those of torchao's own roofline (torchao/testing/training/
/// roofline_utils.py, get_tensor_memory_traffic_ovhd_s): the largest value is found, then the tensor is read
/// and written in the two layouts that its products need. Transformer Engine casts and transposes in one
/// kernel (transformer_engine/common/transpose/cast_transpose.cu), into which delayed scaling needs no pass
/// for the largest value; its norms write fp8 themselves.
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

/// Returns the row of a recipe, which must not be automatic.
constexpr const Fp8Row& row_of(Fp8Recipe recipe) { return fp8_rows[static_cast<std::size_t>(recipe) - 1]; }

}  // namespace zp
