// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace zp {

/// Role of a weight tensor in the model, with Hugging Face's name if it has one.
enum class TensorRole : std::uint8_t {
  embedding,
  position_embedding,
  embedding_norm,
  attention_norm,  ///< every norm of a layer, those before or after the MLP included
  q_proj,
  k_proj,
  v_proj,
  qkv_proj,
  o_proj,
  cross_q_proj,  ///< in a decoder's attention to its encoder
  cross_k_proj,
  cross_v_proj,
  cross_o_proj,
  attention_bias,
  q_norm,
  k_norm,
  sinks,
  q_a_proj,
  q_a_norm,
  q_b_proj,
  kv_a_proj,
  kv_a_norm,
  kv_b_proj,
  gate_proj,
  up_proj,
  down_proj,
  mlp_bias,
  router,
  router_bias,
  expert_gate,
  expert_up,
  expert_down,
  expert_bias,
  shared_gate,
  shared_up,
  shared_down,
  shared_expert_gate,
  final_norm,
  lm_head,
  lm_head_bias,
  lora_a,
  lora_b,
  vision_patch,  ///< patch embedding of a vision tower
  vision_table,  ///< learned positions of a vision tower
  vision_matrix,
  vision_vector,
  projector_matrix,
  projector_vector,
  other,
};

/// How Megatron-LM's tensor parallelism divides a tensor (arXiv 1909.08053, section 3): of two consecutive
/// matrix products, the first is divided by its outputs and the second by its inputs; norms, routers and
/// positions are whole on every rank. A bias is divided like its matrix.
enum class TensorSplit : std::uint8_t { whole, outputs, inputs };

/// Part of the model that contains a tensor: tables before the blocks, a vision tower with its projector, the
/// blocks (and tensors next to them), or the head.
enum class ModelPart : std::uint8_t { tables, vision, blocks, head };

/// Modules that a LoRA adapter can be attached to, as a bit set.
enum LoraTarget : std::uint8_t {
  lora_q = 1,
  lora_k = 2,
  lora_v = 4,
  lora_o = 8,
  lora_gate = 16,
  lora_up = 32,
  lora_down = 64,
};

/// All properties that depend on a tensor's role.
struct TensorTraits {
  TensorRole role{};
  TensorSplit split = TensorSplit::whole;
  ModelPart part = ModelPart::blocks;
  bool of_expert = false;         ///< true for a routed expert: a token visits experts_per_token of them
  std::uint8_t lora_targets = 0;  ///< LoRA targets that attach an adapter to it
};

/// Returns true for a router, its experts and shared experts: the module that Hugging Face calls a sparse MoE
/// block.
constexpr bool is_of_expert_block(TensorRole role) {
  return role >= TensorRole::router && role <= TensorRole::shared_expert_gate;
}

/// Returns true for the part of the head that maps to the vocabulary; a scoring model has a single output
/// instead.
constexpr bool is_output_layer(TensorRole role) {
  return role == TensorRole::lm_head || role == TensorRole::lm_head_bias;
}

/// The traits of all roles, in the order of the roles.
inline constexpr std::array tensor_traits = [] {
  using enum TensorRole;
  using enum TensorSplit;
  using enum ModelPart;
  return std::to_array<TensorTraits>({
      {embedding, outputs, tables},
      {position_embedding, whole, tables},
      {embedding_norm, whole, tables},
      {attention_norm, whole, blocks},
      {q_proj, outputs, blocks, false, lora_q},
      {k_proj, outputs, blocks, false, lora_k},
      {v_proj, outputs, blocks, false, lora_v},
      {qkv_proj, outputs, blocks, false, lora_q | lora_k | lora_v},
      {o_proj, inputs, blocks, false, lora_o},
      {cross_q_proj, outputs, blocks, false, lora_q},
      {cross_k_proj, outputs, blocks, false, lora_k},
      {cross_v_proj, outputs, blocks, false, lora_v},
      {cross_o_proj, inputs, blocks, false, lora_o},
      {attention_bias, outputs, blocks},
      {q_norm, whole, blocks},
      {k_norm, whole, blocks},
      {sinks, outputs, blocks},
      {q_a_proj, whole, blocks},
      {q_a_norm, whole, blocks},
      {q_b_proj, outputs, blocks},
      {kv_a_proj, whole, blocks},
      {kv_a_norm, whole, blocks},
      {kv_b_proj, outputs, blocks},
      {gate_proj, outputs, blocks, false, lora_gate},
      {up_proj, outputs, blocks, false, lora_up},
      {down_proj, inputs, blocks, false, lora_down},
      {mlp_bias, outputs, blocks},
      {router, whole, blocks},
      {router_bias, whole, blocks},
      {expert_gate, outputs, blocks, true},
      {expert_up, outputs, blocks, true},
      {expert_down, inputs, blocks, true},
      {expert_bias, outputs, blocks, true},
      {shared_gate, outputs, blocks},
      {shared_up, outputs, blocks},
      {shared_down, inputs, blocks},
      {shared_expert_gate, whole, blocks},
      {final_norm, whole, head},
      {lm_head, outputs, head},
      {lm_head_bias, outputs, head},
      {lora_a, outputs, blocks},
      {lora_b, outputs, blocks},
      {vision_patch, whole, vision},
      {vision_table, whole, vision},
      {vision_matrix, whole, vision},
      {vision_vector, whole, vision},
      {projector_matrix, whole, vision},
      {projector_vector, whole, vision},
      {other, whole, blocks},
  });
}();

constexpr const TensorTraits& traits_of(TensorRole role) {
  return tensor_traits[static_cast<std::size_t>(role)];
}

static_assert(
    [] {
      for (std::size_t i = 0; i < tensor_traits.size(); ++i)
        if (tensor_traits[i].role != static_cast<TensorRole>(i)) return false;
      return tensor_traits.size() == static_cast<std::size_t>(TensorRole::other) + 1;
    }(),
    "one row for each role, in its order");

}  // namespace zp
