// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/activations.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace zp {
namespace {

double as_double(std::int64_t n) { return static_cast<double>(n); }

/// Chunks a chunked cross entropy cuts the tokens into (torchtune, CEWithChunkedOutputLoss: num_output_chunks
/// = 8).
constexpr double loss_chunks = 8;

/// Tokens whose logits exist at once. A fused linear cross entropy works on chunks of about
/// tokens·hidden/vocabulary, rounded up to a power of two (Liger-Kernel, ops/fused_linear_cross_entropy.py).
double tokens_with_logits(const Plan& plan, double tokens) {
  const Architecture& shape = plan.model.architecture;
  switch (plan.training.fused_loss) {
    case FusedLoss::none:
    case FusedLoss::compiled:
      return tokens;
    case FusedLoss::chunked:
      return std::ceil(tokens / loss_chunks);
    case FusedLoss::fused: {
      const double factor = std::ceil(as_double(shape.vocab_size) / as_double(shape.hidden_size));
      const auto chunk = static_cast<std::uint64_t>(std::ceil(tokens / std::max(1.0, factor)));
      return std::min(tokens, static_cast<double>(std::bit_ceil(std::max<std::uint64_t>(1, chunk))));
    }
  }
  return tokens;
}

void set_loss(ActivationTerms& terms, const Plan& plan, double element, double sequence) {
  const Architecture& shape = plan.model.architecture;
  const double micro_batch = as_double(plan.training.micro_batch_size);
  const double vocabulary = as_double(shape.vocab_size) / std::max(1, plan.training.tensor_parallel);
  const double head_input = element * as_double(shape.hidden_size) * terms.tokens;
  const bool is_whole = plan.training.fused_loss == FusedLoss::none;
  // The last position of each sequence predicts nothing: the shifted loss sees sequence − 1 of them.
  const double predicted =
      is_whole ? micro_batch * std::max(0.0, sequence - 1) : tokens_with_logits(plan, terms.tokens);
  const double with_logits = is_whole ? terms.tokens : predicted;
  if (plan.training.fused_loss == FusedLoss::compiled) {
    // Compiled, the loss reads the logits in their own type and writes their gradient in it: no fp32 copy.
    terms.logits_saved = head_input + element * vocabulary * terms.tokens + 8 * terms.tokens;
    terms.logits_gradient = element * vocabulary * terms.tokens;
    return;
  }
  terms.logits_saved = head_input + (is_whole ? 4 * vocabulary * predicted + 4 : 4);
  terms.logits_output = element * vocabulary * with_logits;
  terms.logits_fp32 = element == 2 ? 4 * vocabulary * with_logits : 0;
  terms.logits_gradient = 8 * vocabulary * predicted;
}

/// Gradients that exist while a block runs backward, beyond the saved tensors they replace one by one: that
/// of the residual stream twice (in and out), and the widest inner one beside the tensor it came from.
double gradients_in_block(const Architecture& shape, const Training& training, double element,
                          BlockKind kind) {
  const double width =
      kind == BlockKind::experts
          ? as_double(shape.expert_intermediate_size * shape.experts_per_token)
          : as_double(shape.has_experts() ? shape.dense_intermediate_size : shape.intermediate_size);
  const double tensor_parallel = std::max(1, training.tensor_parallel);
  const double attention = 3 * as_double(shape.attention_heads * shape.head_dim);
  const double mlp = width * (shape.gated_mlp && !training.fuses_mlp() ? 2 : 1);
  double inner = std::max(mlp, attention) / tensor_parallel;
  if (training.attention == Attention::eager)
    inner = std::max(
        inner, as_double(shape.attention_heads) / tensor_parallel * as_double(training.sequence_length));
  return element * (2 * as_double(shape.hidden_size) + inner);
}

}  // namespace

ActivationTerms activation_terms(const Plan& plan) {
  ActivationTerms terms;
  if (plan.model.source == ModelSource::tensors) return terms;
  const Architecture& shape = plan.model.architecture;
  const Training& training = plan.training;
  const double element = training.precision == Precision::fp32 ? 4 : 2;
  const double sequence =
      std::ceil(as_double(training.sequence_length) / std::max(1, training.sequence_parallel));
  const double hidden = as_double(shape.hidden_size);
  terms.tokens = as_double(training.micro_batch_size) * sequence;
  // partition_activations divides checkpoints among the tensor-parallel ranks
  // (deepspeed/runtime/activation_checkpointing/checkpointing.py, partition_activations).
  const double shared_by = training.partition_activations ? std::max(1, training.tensor_parallel) : 1;
  terms.block_input = element * hidden * terms.tokens / shared_by;

  const bool is_rms = shape.norm == Norm::rmsnorm;
  const bool norm_keeps_input = !is_rms || training.fused_norm;
  // A checkpoint is itself what the first norm keeps, unless it has to be copied back from where it was.
  const bool comes_back = training.checkpoints_on_host || shared_by > 1;
  const double input_of_live =
      (comes_back ? element * hidden : 0) - (norm_keeps_input ? element * hidden : 0);
  const double expert_layers = as_double(shape.expert_layers());
  const double dense_layers = as_double(shape.layers) - expert_layers;
  const auto add_blocks = [&](BlockKind kind, double layers) {
    if (layers <= 0) return;
    const double whole = block_operations(shape, training, kind).bytes_per_token() * terms.tokens;
    double kept = whole, live = whole;
    if (training.activation_checkpointing == Checkpointing::full) {
      kept = terms.block_input;
      live = whole + input_of_live * terms.tokens;
    } else if (training.activation_checkpointing == Checkpointing::selective) {
      kept = kept_operations(shape, training, kind).bytes_per_token() * terms.tokens;
      live = std::max(0.0, whole - kept);
    }
    terms.blocks_saved += layers * kept;
    terms.live_block = std::max(terms.live_block, live);
    terms.block_gradients =
        std::max(terms.block_gradients, gradients_in_block(shape, training, element, kind) * terms.tokens);
  };
  add_blocks(BlockKind::dense, dense_layers);
  add_blocks(BlockKind::experts, expert_layers);

  const double final_norm =
      is_rms && !training.fused_norm ? (4 + element) * hidden + 4 : element * hidden + (is_rms ? 4 : 8);
  terms.final_norm = final_norm * terms.tokens * (shape.embedding_norm ? 2 : 1);
  if (shape.block == Block::llama && shape.learned_positions == 0) {
    const double rotary_dim =
        as_double(shape.has_latent_attention() ? shape.qk_rope_head_dim : shape.head_dim);
    terms.final_norm += 2 * element * sequence * rotary_dim;  // cos and sin, once for all blocks
  }
  set_loss(terms, plan, element, sequence);
  return terms;
}

}  // namespace zp
