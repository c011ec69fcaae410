// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/units/quantity.h"

/// The memory requirements of "ZeRO-Infinity: Breaking the GPU Memory Wall for Extreme Scale Deep Learning",
/// Rajbhandari et al. 2021, arXiv 2104.07857, section 3: a GPT-like model of hidden size hd and nl layers,
/// mixed-precision Adam.
namespace zp {

/// Bytes of model state per parameter: 2 + 2 for 16-bit weights and gradients, 4 × 4 for fp32 weights,
/// gradients, momentum and variance (arXiv 2104.07857, section 3, equation 2: 240·nl·hd²).
inline constexpr double zero_infinity_bytes_per_parameter = 20;

/// A GPT-like model, its batch and its node. Precondition: all ≥ 1.
struct ZeroInfinityInput {
  std::int64_t layers = 1;
  std::int64_t hidden_size = 1;
  std::int64_t attention_heads = 1;
  std::int64_t sequence_length = 1;
  std::int64_t micro_batch_size = 1;       ///< sequences on one GPU
  std::int64_t gpus_per_node = 1;          ///< Figure 2a: 16, hence 32 sequences per node at micro batch 2
  std::int64_t blocks_per_checkpoint = 1;  ///< ci, transformer blocks between two activation checkpoints
  bool operator==(const ZeroInfinityInput&) const = default;
};

/// Memory needs, one equation each. A name with `_node` or `_gpu` is for one node or GPU, a name with
/// `_total` for all devices together.
struct ZeroInfinityNeeds {
  Params parameters{};                        ///< 12·nl·hd² (equation 1)
  Bytes model_states_total_bytes{};           ///< 240·nl·hd² (equation 2)
  Bytes activation_checkpoints_node_bytes{};  ///< 2·bsz·seq·hd·nl/ci, bsz of the node (equation 3)
  Bytes activations_node_bytes{};         ///< 2·bsz·seq·nl·(16·hd + 2·heads·seq), without checkpoints
  Bytes model_state_working_gpu_bytes{};  ///< 4·hd·4hd, the operator hd → 4hd (equation 4)
  Bytes activation_working_gpu_bytes{};   ///< as Figure 2a prints it: twice equation 5
  Bytes activation_working_equation_5_bytes{};  ///< bsz·seq·ci·(16·hd + 2·heads·seq), as printed
  bool operator==(const ZeroInfinityNeeds&) const = default;
};

/// Returns all needs of a model. Source: arXiv 2104.07857, section 3, equations 1 to 5 and Figure 2a (its TB
/// and GB are TiB and GiB).
ZeroInfinityNeeds zero_infinity_needs(const ZeroInfinityInput& input);

/// Returns the model states over all devices together for a known number of parameters: 20 bytes per
/// parameter. Same source.
Bytes zero_infinity_model_states(Params parameters);

}  // namespace zp
