// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/text/words.h"
#include "core/units/quantity.h"

namespace zp {

/// Family of a transformer block, which determines the tensors that autograd saves (core/activations).
enum class Block : std::uint8_t { llama, gpt };
template <>
inline constexpr auto words_of<Block> = word_list("llama", "gpt");

enum class Norm : std::uint8_t {
  rmsnorm,            ///< weight only
  layernorm,          ///< weight and bias
  layernorm_no_bias,  ///< weight only, mean subtracted
  layernorm_plain,    ///< no parameters (OLMo)
};
template <>
inline constexpr auto words_of<Norm> = word_list("rmsnorm", "layernorm", "layernorm-nobias",
                                                 "layernorm-noparam");

/// Normalisation of queries and keys: none, a weight of size head_dim for each of the two, or one over all
/// heads.
enum class QkNorm : std::uint8_t { none, head, full };
template <>
inline constexpr auto words_of<QkNorm> = word_list("none", "head", "full");

/// The shape of a transformer, which determines its parameter count and its activations. Without an encoder
/// it is a decoder. Field names are those of the plan file (`model.architecture`); sizes are numbers of
/// elements. `catalog/tensors.cpp` sums up the parameters.
struct Architecture {
  Block block = Block::llama;
  std::int64_t layers = 0;          ///< blocks of encoder and decoder together
  std::int64_t encoder_layers = 0;  ///< encoder blocks among `layers`; 0 = only a decoder
  std::int64_t hidden_size = 0;
  std::int64_t attention_heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t intermediate_size = 0;  ///< MLP width of a dense layer
  std::int64_t vocab_size = 0;
  std::int64_t max_position_embeddings = 0;  ///< longest sequence that the model supports; 0 = not stated
  std::int64_t learned_positions = 0;        ///< rows of a learned position table; 0 = rotary or ALiBi
  bool tied_embeddings = false;  ///< the head shares the embedding's weights, which are counted once

  Norm norm = Norm::rmsnorm;
  std::int64_t norms_per_layer = 2;
  QkNorm qk_norm = QkNorm::none;
  bool gated_mlp = true;
  bool qkv_bias = false;
  bool attention_output_bias = false;
  bool mlp_bias = false;
  bool lm_head_bias = false;
  bool embedding_norm = false;
  bool post_norm = false;  ///< norms follow the residual additions, without a final norm (BERT, BART)
  bool attention_sinks = false;
  bool final_logit_softcapping = false;  ///< a tanh caps the logits (Gemma 2)

  // Mixture of experts; experts == 0 for a dense model.
  std::int64_t experts = 0;
  std::int64_t experts_per_token = 0;
  std::int64_t expert_intermediate_size = 0;         ///< width of one routed expert
  std::int64_t shared_expert_intermediate_size = 0;  ///< total width of the experts that every token visits
  std::int64_t dense_layers = 0;                     ///< leading layers without experts
  std::int64_t dense_intermediate_size = 0;          ///< MLP width of the leading dense layers
  bool router_bias = false;
  bool expert_bias = false;
  bool shared_expert_gate = false;

  // Multi-head latent attention; kv_lora_rank == 0 for ordinary attention.
  std::int64_t q_lora_rank = 0;
  std::int64_t kv_lora_rank = 0;
  std::int64_t qk_nope_head_dim = 0;
  std::int64_t qk_rope_head_dim = 0;
  std::int64_t v_head_dim = 0;

  std::int64_t other_parameters = 0;  ///< weights outside the decoder: vision tower, layers for more tokens

  std::int64_t frozen_parameters = 0;  ///< untrained parameters among the total (weights only)

  [[nodiscard]] constexpr bool has_experts() const { return experts > 0; }
  /// Returns the number of encoder blocks, which attend in both directions.
  [[nodiscard]] constexpr std::int64_t blocks_of_encoder() const {
    return encoder_layers < layers ? encoder_layers : layers;
  }
  /// Returns the number of decoder blocks, each of which also attends to the encoder if there is one.
  [[nodiscard]] constexpr std::int64_t blocks_of_decoder() const { return layers - blocks_of_encoder(); }
  [[nodiscard]] constexpr bool has_encoder() const { return encoder_layers > 0; }
  [[nodiscard]] constexpr bool has_cross_attention() const {
    return encoder_layers > 0 && encoder_layers < layers;
  }
  /// Returns true if positions are encoded as a bias on the scores of every head (T5).
  [[nodiscard]] constexpr bool has_position_bias() const {
    return has_encoder() && learned_positions == 0 && norm == Norm::rmsnorm;
  }
  /// Returns true if queries and keys are rotated, as in every block of the llama family without a position
  /// table.
  [[nodiscard]] constexpr bool is_rotary() const {
    return block == Block::llama && learned_positions == 0 && !has_encoder();
  }
  /// Returns true if training's dropout also acts on the outputs of attention and MLP.
  [[nodiscard]] constexpr bool drops_out() const { return block == Block::gpt || has_encoder(); }
  [[nodiscard]] constexpr bool has_latent_attention() const { return kv_lora_rank > 0; }
  [[nodiscard]] constexpr std::int64_t expert_layers() const {
    return has_experts() ? layers - dense_layers : 0;
  }

  bool operator==(const Architecture&) const = default;
};

}  // namespace zp
