// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/catalog/architecture.h"
#include "core/units/quantity.h"

namespace zp {

/// What a weight tensor belongs to. The names are Hugging Face's where it has one.
enum class TensorRole : std::uint8_t {
  embedding,
  position_embedding,
  embedding_norm,
  attention_norm,
  q_proj,
  k_proj,
  v_proj,
  qkv_proj,
  o_proj,
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
  other,
};
std::string_view name_of(TensorRole role);

/// `count` equal weight matrices of `rows` × `columns` elements (columns 1 for a vector).
struct TensorKind {
  std::int64_t rows = 0;
  std::int64_t columns = 1;
  std::int64_t count = 0;
  TensorRole role = TensorRole::other;
  bool trainable = true;

  [[nodiscard]] constexpr std::int64_t numel() const { return rows * columns; }
  [[nodiscard]] constexpr std::int64_t total() const { return rows * columns * count; }
  bool operator==(const TensorKind&) const = default;
};

/// The weight tensors of a model, equal ones together; fixed size, so that building one allocates nothing.
class TensorList {
 public:
  static constexpr std::size_t capacity = 48;
  void add(TensorRole role, std::int64_t rows, std::int64_t columns, std::int64_t count,
           bool trainable = true) {
    if (rows > 0 && columns > 0 && count > 0 && size_ < capacity)
      kinds_[size_++] = TensorKind{rows, columns, count, role, trainable};
  }
  [[nodiscard]] std::span<const TensorKind> kinds() const { return {kinds_.data(), size_}; }
  [[nodiscard]] std::span<TensorKind> kinds() { return {kinds_.data(), size_}; }

 private:
  std::array<TensorKind, capacity> kinds_;
  std::size_t size_ = 0;
};

/// Every weight tensor of `shape`. Tied embeddings stand once. The llama block has separate q, k, v; the gpt
/// block one fused qkv matrix. Routed experts are separate tensors, except where `expert_bias` says that the
/// family (gpt-oss) stores them fused. Source of the sum: presets/model-presets-check.md, "From columns to
/// the parameter count" (bias, norms, q/k norms, learned positions, experts, MLA); checked against 154
/// published counts.
TensorList tensors_of(const Architecture& shape);

Params total_parameters(std::span<const TensorKind> kinds);

/// Parameters that one token passes through: of the routed experts only experts_per_token, all else in full.
Params active_parameters(const Architecture& shape);

/// The shape served for a bare parameter count ("7e9"): a llama-type decoder with a vocabulary of 32,000,
/// heads of 128, an MLP of 8/3·hidden (rounded up to 256), an aspect ratio hidden/layers interpolated over
/// the published LLaMA family (Touvron 2023, Table 2), whose own count lies within 1 % of `parameters` where
/// layers ≥ 8.
Architecture typical_shape(Params parameters);

}  // namespace zp
