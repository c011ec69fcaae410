// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/tensors.h"

#include <algorithm>

#include "core/catalog/architecture_fields.h"

namespace zp {
namespace {

/// Returns the parameters per hidden unit of one norm.
std::int64_t weights_of(Norm norm) {
  switch (norm) {
    case Norm::rmsnorm:
    case Norm::layernorm_no_bias:
      return 1;
    case Norm::layernorm:
      return 2;
    case Norm::layernorm_plain:
      return 0;
  }
  return 0;
}

std::int64_t dense_layers_of(const Architecture& s) {
  return s.has_experts() ? std::min(s.dense_layers, s.layers) : s.layers;
}

std::int64_t expert_layers_of(const Architecture& s) { return std::max<std::int64_t>(s.expert_layers(), 0); }

void add_latent_attention(TensorList& list, const Architecture& s) {
  using enum TensorRole;
  const std::int64_t n = s.layers;
  const std::int64_t queries = size_product(s.attention_heads, s.qk_nope_head_dim + s.qk_rope_head_dim);
  if (s.q_lora_rank > 0) {
    list.add(q_a_proj, s.q_lora_rank, s.hidden_size, n);
    list.add(q_a_norm, s.q_lora_rank, 1, n);
    list.add(q_b_proj, queries, s.q_lora_rank, n);
  } else {
    list.add(q_proj, queries, s.hidden_size, n);
  }
  list.add(kv_a_proj, s.kv_lora_rank + s.qk_rope_head_dim, s.hidden_size, n);
  list.add(kv_a_norm, s.kv_lora_rank, 1, n);
  list.add(kv_b_proj, size_product(s.attention_heads, s.qk_nope_head_dim + s.v_head_dim), s.kv_lora_rank, n);
  list.add(o_proj, s.hidden_size, size_product(s.attention_heads, s.v_head_dim), n);
}

void add_attention(TensorList& list, const Architecture& s) {
  using enum TensorRole;
  const std::int64_t n = s.layers;
  const std::int64_t h = s.hidden_size;
  const std::int64_t q = size_product(s.attention_heads, s.head_dim);
  const std::int64_t kv = size_product(s.kv_heads, s.head_dim);
  const bool fused = s.block == Block::gpt;
  if (s.has_latent_attention()) {
    add_latent_attention(list, s);
  } else {
    if (fused) {
      list.add(qkv_proj, q + 2 * kv, h, n);
    } else {
      list.add(q_proj, q, h, n);
      list.add(k_proj, kv, h, n);
      list.add(v_proj, kv, h, n);
    }
    list.add(o_proj, h, q, n);
  }
  if (s.qkv_bias && fused) list.add(attention_bias, q + 2 * kv, 1, n);
  if (s.qkv_bias && !fused) {
    list.add(attention_bias, q, 1, n);
    list.add(attention_bias, kv, 1, 2 * n);
  }
  if (s.attention_output_bias) list.add(attention_bias, h, 1, n);
  if (s.attention_sinks) list.add(sinks, s.attention_heads, 1, n);
  if (s.qk_norm != QkNorm::none) {
    const bool per_head = s.qk_norm == QkNorm::head;
    list.add(q_norm, per_head ? s.head_dim : q, 1, n);
    list.add(k_norm, per_head ? s.head_dim : kv, 1, n);
  }
}

/// Adds the attention of a decoder's blocks to an encoder.
void add_cross_attention(TensorList& list, const Architecture& s) {
  using enum TensorRole;
  const std::int64_t n = s.blocks_of_decoder();
  const std::int64_t h = s.hidden_size;
  const std::int64_t q = size_product(s.attention_heads, s.head_dim);
  const std::int64_t kv = size_product(s.kv_heads, s.head_dim);
  list.add(cross_q_proj, q, h, n);
  list.add(cross_k_proj, kv, h, n);
  list.add(cross_v_proj, kv, h, n);
  list.add(cross_o_proj, h, q, n);
  if (s.qkv_bias) {
    list.add(attention_bias, q, 1, n);
    list.add(attention_bias, kv, 1, 2 * n);
  }
  if (s.attention_output_bias) list.add(attention_bias, h, 1, n);
}

void add_dense_mlp(TensorList& list, const Architecture& s) {
  using enum TensorRole;
  const std::int64_t n = dense_layers_of(s);
  const std::int64_t f = s.has_experts() ? s.dense_intermediate_size : s.intermediate_size;
  if (s.gated_mlp) list.add(gate_proj, f, s.hidden_size, n);
  list.add(up_proj, f, s.hidden_size, n);
  list.add(down_proj, s.hidden_size, f, n);
  if (s.mlp_bias) {
    list.add(mlp_bias, f, 1, s.gated_mlp ? 2 * n : n);
    list.add(mlp_bias, s.hidden_size, 1, n);
  }
}

void add_experts(TensorList& list, const Architecture& s) {
  using enum TensorRole;
  const std::int64_t n = expert_layers_of(s);
  const std::int64_t h = s.hidden_size;
  const std::int64_t f = s.expert_intermediate_size;
  list.add(router, s.experts, h, n);
  if (s.router_bias) list.add(router_bias, s.experts, 1, n);
  if (s.expert_bias) {
    // gate and up interleaved in one matrix, whose bias is twice the width
    list.add(expert_up, size_product(s.experts, s.gated_mlp ? 2 * f : f), h, n);
    list.add(expert_down, size_product(s.experts, h), f, n);
    list.add(expert_bias, size_product(s.experts, 2 * f), 1, n);
    list.add(expert_bias, size_product(s.experts, h), 1, n);
  } else {
    const std::int64_t all = size_product(s.experts, n);
    if (s.gated_mlp) list.add(expert_gate, f, h, all);
    list.add(expert_up, f, h, all);
    list.add(expert_down, h, f, all);
  }
  const std::int64_t shared = s.shared_expert_intermediate_size;
  if (s.gated_mlp) list.add(shared_gate, shared, h, n);
  list.add(shared_up, shared, h, n);
  list.add(shared_down, h, shared, n);
  if (s.shared_expert_gate) list.add(shared_expert_gate, 1, h, n);
}

/// Returns `s` with its sizes clamped to 0 … largest_amount, so that the few sums and doublings above cannot
/// overflow.
Architecture held(Architecture s) {
  for (const ShapeCount count : architecture_counts())
    s.*count = std::clamp<std::int64_t>(s.*count, 0, largest_amount);
  return s;
}

/// Returns true if `held` would change nothing: no size is negative or above 2^56, which is below
/// largest_amount.
bool is_held(const Architecture& s) {
  std::int64_t bits = 0;
  for (const ShapeCount count : architecture_counts())
    bits |= s.*count;
  return (bits >> 56) == 0;
}

void add_all(TensorList& list, const Architecture& s) {
  using enum TensorRole;
  const std::int64_t h = s.hidden_size;
  const std::int64_t w = weights_of(s.norm);
  list.add(embedding, s.vocab_size, h, 1);
  list.add(position_embedding, s.learned_positions, h, 1);
  const std::int64_t stacks = s.has_cross_attention() ? 2 : 1;
  const std::int64_t cross_norms = s.has_cross_attention() ? s.blocks_of_decoder() : 0;
  if (s.embedding_norm) list.add(embedding_norm, h, 1, w * stacks);
  list.add(attention_norm, h, 1, w * (size_product(s.layers, s.norms_per_layer) + cross_norms));
  add_attention(list, s);
  if (s.has_cross_attention()) add_cross_attention(list, s);
  add_dense_mlp(list, s);
  if (s.has_experts()) add_experts(list, s);
  if (!s.post_norm) list.add(final_norm, h, 1, w * stacks);
  if (!s.tied_embeddings) list.add(lm_head, s.vocab_size, h, 1);
  if (s.lm_head_bias) list.add(lm_head_bias, s.vocab_size, 1, 1);
  if (s.other_parameters > 0) {  // matrices as wide as the model, and the remainder
    const std::int64_t matrix = size_product(h, h);
    const std::int64_t matrices = matrix > 0 ? s.other_parameters / matrix : 0;
    list.add(other, h, h, matrices);
    list.add(other, s.other_parameters - matrices * matrix, 1, 1);
  }
}

}  // namespace

TensorList tensors_of(const Architecture& shape) {
  TensorList list;
  if (is_held(shape))
    add_all(list, shape);
  else
    add_all(list, held(shape));
  return list;
}

Params total_parameters(std::span<const TensorKind> kinds) {
  std::int64_t total = 0;
  for (const TensorKind& kind : kinds)
    total = std::min(total + kind.total(), largest_amount);
  return Params(total);
}

Params active_parameters(const Architecture& shape) {
  const TensorList list = tensors_of(shape);
  return total_parameters(list.kinds()) - unvisited_parameters(shape, list.kinds());
}

Params unvisited_parameters(const Architecture& shape, std::span<const TensorKind> kinds) {
  if (!shape.has_experts()) return Params(0);
  std::int64_t of_experts = 0;
  for (const TensorKind& kind : kinds)
    if (traits_of(kind.role).of_expert) of_experts = std::min(of_experts + kind.total(), largest_amount);
  const std::int64_t visited = std::clamp<std::int64_t>(shape.experts_per_token, 0, shape.experts);
  return Params(size_product(of_experts / shape.experts, shape.experts - visited));
}

}  // namespace zp
