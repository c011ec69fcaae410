// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/activations.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/formula/arithmetic.h"
#include "core/formula/named.h"
#include "core/memory/ledger_symbols.h"

namespace zp {
namespace {

/// Chunks a chunked cross entropy cuts the tokens into (torchtune, CEWithChunkedOutputLoss: num_output_chunks
/// = 8).
constexpr double loss_chunks = 8;

/// A fused linear cross entropy works on about tokens·hidden/vocabulary tokens at a time, rounded up to a
/// power of two (Liger-Kernel, ops/fused_linear_cross_entropy.py).
double fused_chunk(const Architecture& shape, double tokens) {
  const double factor = std::ceil(as_double(shape.vocab_size) / as_double(shape.hidden_size));
  const auto chunk = static_cast<std::uint64_t>(std::ceil(tokens / std::max(1.0, factor)));
  return static_cast<double>(std::bit_ceil(std::max<std::uint64_t>(1, chunk)));
}

template <class N>
class TermsWriter {
 public:
  TermsWriter(const Plan& plan, const Parallelism& parallel)
      : shape_(plan.model.architecture),
        training_(plan.training),
        parallel_(parallel),
        element_(named<N>(sym::weight_bytes, training_.precision == Precision::fp32 ? 4 : 2)),
        hidden_(named<N>(sym::hidden, shape_.hidden_size)),
        micro_batch_(named<N>(sym::micro_batch, training_.micro_batch_size)),
        sequence_(part(named<N>(sym::sequence, training_.sequence_length))) {}

  ActivationTermsIn<N> write() {
    terms_.tokens = micro_batch_ * sequence_;
    terms_.block_input = stream();
    // partition_activations divides checkpoints among the tensor-parallel ranks
    // (deepspeed/runtime/activation_checkpointing/checkpointing.py, partition_activations).
    if (training_.partition_activations) terms_.block_input = local(terms_.block_input);
    add_blocks(BlockKind::dense, shape_.layers - shape_.expert_layers());
    add_blocks(BlockKind::experts, shape_.expert_layers());
    final_norm();
    if (training_.fused_loss == FusedLoss::none)
      whole_loss();
    else if (training_.fused_loss == FusedLoss::compiled)
      compiled_loss();
    else
      loss_in_chunks();
    return terms_;
  }

 private:
  /// Of a sequence, the tokens of one rank.
  [[nodiscard]] N part(const N& sequence) const {
    if (parallel_.sequence.ranks == 1) return sequence;
    return ceil(sequence / named<N>(sym::sequence_parallel, parallel_.sequence.ranks));
  }
  /// Of a width that tensor parallelism divides, the part of one rank.
  [[nodiscard]] N local(const N& width) const {
    if (parallel_.tensor.ranks == 1) return width;
    return width / named<N>(sym::tensor_parallel, parallel_.tensor.ranks);
  }
  /// The residual stream: a block's input.
  [[nodiscard]] N stream() const { return element_ * hidden_ * terms_.tokens; }

  void add_blocks(BlockKind kind, std::int64_t count) {
    if (count <= 0) return;
    const bool of_experts = kind == BlockKind::experts;
    const bool is_mixed = shape_.has_experts() && shape_.dense_layers > 0;
    const N layers = named<N>(!is_mixed    ? sym::layers
                              : of_experts ? sym::expert_layers
                                           : sym::dense_layers,
                              count);
    const N whole = named<N>(of_experts ? sym::saved_experts : sym::saved_dense,
                             block_operations(shape_, training_, kind).bytes_per_token()) *
                    terms_.tokens;
    N kept = whole, live = whole;
    if (training_.activation_checkpointing == Checkpointing::full) {
      kept = terms_.block_input;
      live = recomputed(whole);
    } else if (training_.activation_checkpointing == Checkpointing::selective) {
      kept = named<N>(of_experts ? sym::kept_experts : sym::kept_dense,
                      kept_operations(shape_, training_, kind).bytes_per_token()) *
             terms_.tokens;
      live = max(N(0.0), whole - kept);
    }
    const N gradients = gradients_in_block(kind) * terms_.tokens;
    const bool is_first = terms_.blocks_saved == 0;
    terms_.blocks_saved += layers * kept;
    terms_.live_block = is_first ? live : max(terms_.live_block, live);
    terms_.block_gradients = is_first ? gradients : max(terms_.block_gradients, gradients);
  }

  /// Of a block under full checkpointing. The checkpoint is itself what the first norm keeps, unless it has
  /// to be copied back from where it was; where the norm keeps something else, the copy comes on top.
  [[nodiscard]] N recomputed(const N& whole) const {
    const bool is_split = training_.partition_activations && parallel_.tensor.ranks > 1;
    const bool comes_back = training_.checkpoints_on_host || is_split;
    const bool norm_keeps_input = shape_.norm != Norm::rmsnorm || training_.fused_norm;
    if (comes_back == norm_keeps_input) return whole;
    return comes_back ? whole + stream() : whole - stream();
  }

  /// Bytes for a token while a block runs backward, beyond the saved tensors they replace one by one: the
  /// gradient of the residual stream twice (in and out), and the widest inner one beside the tensor it came
  /// from.
  [[nodiscard]] N gradients_in_block(BlockKind kind) const {
    const N heads = named<N>(sym::heads, shape_.attention_heads);
    const N width = kind == BlockKind::experts
                        ? named<N>(sym::expert_width, shape_.expert_intermediate_size) *
                              named<N>(sym::experts_per_token, shape_.experts_per_token)
                        : named<N>(sym::mlp_width, shape_.has_experts() ? shape_.dense_intermediate_size
                                                                        : shape_.intermediate_size);
    const N attention = 3 * heads * named<N>(sym::head_dim, shape_.head_dim);
    N inner = local(max((shape_.gated_mlp && !training_.fuses_mlp() ? 2 : 1) * width, attention));
    if (training_.attention == Attention::eager)
      inner = max(inner, local(heads) * named<N>(sym::sequence, training_.sequence_length));
    return element_ * (2 * hidden_ + inner);
  }

  void final_norm() {
    const bool is_rms = shape_.norm == Norm::rmsnorm;
    const N norm = is_rms && !training_.fused_norm ? (4 + element_) * hidden_ + 4
                                                   : element_ * hidden_ + (is_rms ? 4 : 8);
    terms_.final_norm = norm * terms_.tokens * (shape_.embedding_norm ? 2 : 1);
    if (shape_.block == Block::llama && shape_.learned_positions == 0) {
      const N rotary_dim = named<N>(
          sym::rotary_dim, shape_.has_latent_attention() ? shape_.qk_rope_head_dim : shape_.head_dim);
      terms_.final_norm += 2 * element_ * sequence_ * rotary_dim;  // cos and sin, once for all blocks
    }
  }

  [[nodiscard]] N vocabulary() const { return local(named<N>(sym::vocabulary, shape_.vocab_size)); }

  /// The last position of each sequence predicts nothing: the shifted loss sees one token less of each.
  void whole_loss() {
    set_loss(terms_.tokens, micro_batch_ * max(N(0.0), sequence_ - 1));
    terms_.logits_saved = stream() + (4 * vocabulary() * (micro_batch_ * max(N(0.0), sequence_ - 1)) + 4);
  }

  /// Only a chunk's logits exist at once, and nothing of them is kept.
  void loss_in_chunks() {
    const N& tokens = terms_.tokens;
    const N chunk = training_.fused_loss == FusedLoss::chunked
                        ? ceil(tokens / loss_chunks)
                        : min(tokens, named<N>(sym::loss_chunk, fused_chunk(shape_, value_of(tokens))));
    set_loss(chunk, chunk);
    terms_.logits_saved = stream() + 4;
  }

  void set_loss(const N& with_logits, const N& predicted) {
    terms_.logits_output = element_ * vocabulary() * with_logits;
    if (element_ == 2) terms_.logits_fp32 = 4 * vocabulary() * with_logits;
    terms_.logits_gradient = 8 * vocabulary() * predicted;
  }

  /// Compiled, the loss reads the logits in their own type and writes their gradient in it: no fp32 copy.
  void compiled_loss() {
    terms_.logits_gradient = element_ * vocabulary() * terms_.tokens;
    terms_.logits_saved = stream() + terms_.logits_gradient + 8 * terms_.tokens;
  }

  const Architecture& shape_;
  const Training& training_;
  const Parallelism& parallel_;
  N element_, hidden_, micro_batch_, sequence_;
  ActivationTermsIn<N> terms_;
};

}  // namespace

template <class N>
ActivationTermsIn<N> activation_terms(const Plan& plan, const Parallelism& parallel) {
  if (plan.model.source == ModelSource::tensors) return {};
  return TermsWriter<N>(plan, parallel).write();
}

template ActivationTermsIn<double> activation_terms(const Plan&, const Parallelism&);
template ActivationTermsIn<Words> activation_terms(const Plan&, const Parallelism&);

}  // namespace zp
