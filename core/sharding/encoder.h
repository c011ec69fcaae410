// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/catalog/tensors.h"
#include "core/plan/plan.h"

/// The tokens that pass through the two stacks of an encoder-decoder. An encoder-only model reads
/// `training.sequence_length` tokens, as a decoder does.
namespace zp {

/// Returns the tokens per sequence that the encoder of an encoder-decoder reads.
[[nodiscard]] constexpr std::int64_t encoder_length(const Training& training) {
  return training.encoder_length > 0 ? training.encoder_length : training.sequence_length;
}

/// Returns true for a shape without an encoder. Only for those do libraries fuse the head with the loss
/// (Liger-Kernel transformers/monkey_patch.py has no T5 and no BERT), and only those does the search divide
/// among ranks.
[[nodiscard]] inline bool is_decoder_alone(const Model& model) {
  return model.has_shape() && !model.architecture.has_encoder();
}

/// Returns the training with the encoder's sequence length.
[[nodiscard]] inline Training training_of_encoder(const Training& training) {
  Training of_encoder = training;
  of_encoder.sequence_length = encoder_length(training);
  return of_encoder;
}

/// Returns the tokens of one training sequence, encoder and decoder together.
[[nodiscard]] constexpr std::int64_t tokens_per_sequence(const Plan& plan) {
  const bool has_two = plan.model.architecture.has_cross_attention();
  return plan.training.sequence_length + (has_two ? encoder_length(plan.training) : 0);
}

/// Tokens of a micro batch on one rank, or of one sequence, in each stack.
struct StackTokens {
  double encoder = 0, decoder = 0;
};

/// Returns the tokens that pass through one tensor of a kind, averaged over its copies: blocks are in both
/// stacks, and cross-attention projects the encoder's output to keys and values.
[[nodiscard]] constexpr double tokens_through(TensorRole role, const Architecture& shape,
                                              const StackTokens& tokens) {
  if (!shape.has_cross_attention()) return tokens.decoder;
  if (role == TensorRole::cross_k_proj || role == TensorRole::cross_v_proj) return tokens.encoder;
  if (role == TensorRole::cross_q_proj || role == TensorRole::cross_o_proj) return tokens.decoder;
  if (traits_of(role).part != ModelPart::blocks) return tokens.decoder;
  const auto encoder = static_cast<double>(shape.blocks_of_encoder());
  const auto decoder = static_cast<double>(shape.blocks_of_decoder());
  return (encoder * tokens.encoder + decoder * tokens.decoder) / (encoder + decoder);
}

}  // namespace zp
