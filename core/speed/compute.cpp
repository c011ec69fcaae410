// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/compute.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/formula/arithmetic.h"
#include "core/formula/named.h"
#include "core/sharding/encoder.h"
#include "core/sharding/roles.h"
#include "core/sharding/sequence_chunks.h"
#include "core/speed/clock.h"
#include "core/speed/elementwise.h"
#include "core/speed/launches.h"
#include "core/speed/products.h"
#include "core/speed/time_symbols.h"
#include "core/speed/vision_work.h"

namespace zp {
namespace {

/// Returns the work of these products. In words: their FLOP divided by their combined rate.
template <class N>
Work<N> work_of(const Products& products, const SymbolRow& flop, const SymbolRow& rate) {
  if constexpr (std::is_same_v<N, Words>)
    return {products.flop, products.seconds > 0 ? named<N>(flop, products.flop) /
                                                      named<N>(rate, products.flop / products.seconds)
                                                : N(0)};
  else
    return {products.flop, products.seconds};
}

template <class N>
Work<N> half_of(const Work<N>& work) {
  return {work.amount * 0.5, work.seconds * 0.5};
}

template <class N>
class PassWriter {
 public:
  PassWriter(const ClockInput& in, ComputeWork<N>& work)
      : in_(in),
        shape_(in.plan.model.architecture),
        training_(in.plan.training),
        rates_(in.rates),
        parallel_(in.parallel),
        element_(bytes_between_products(in.symbols.types)),
        layers_(as_double(parallel_.stage.layers)),
        work_(work) {
    const N sequence = named<N>(sym::sequence, as_double(training_.sequence_length));
    work_.tokens = named<N>(sym::micro_batch, as_double(sequences_at_once(training_))) *
                   (parallel_.sequence.ranks > 1
                        ? ceil(sequence / named<N>(sym::sequence_ranks, parallel_.sequence.ranks))
                        : sequence);
  }

  void write() {
    const ModelProducts all = products_of(in_, stack_tokens());
    products(all);
    attention();
    elementwise(all.forward.weight_bytes, all.backward.weight_bytes);
    loss();
    count_hooks(in_, work_.forward.calls, work_.backward.calls);
    recompute(all.forward);
    if (in_.plan.model.has_vision()) [[unlikely]]
      add_vision_work(in_, work_);
    wait_for_host(work_, in_, all.fetched);
  }

 private:
  [[nodiscard]] StackTokens stack_tokens() const {
    const double decoder = value_of(work_.tokens);
    return {shape_.has_cross_attention() ? value_of(encoder_tokens()) : decoder, decoder};
  }
  [[nodiscard]] N streaming() const {
    return streaming_rate(named<N>(sym::gpu_memory, rates_.memory_gb_per_s), rates_.memory_share,
                          rates_.measured);
  }
  [[nodiscard]] N layers() const {
    return named<N>(parallel_.stage.is_whole() ? sym::layers : sym::stage_layers, layers_);
  }

  void products(const ModelProducts& all) {
    const auto& [forward, backward, fetched] = all;
    work_.forward.matmul = work_of<N>(forward.blocks, sym::product_flop_forward, sym::product_rate_forward);
    work_.forward.head = work_of<N>(forward.head, sym::head_flop_forward, sym::head_rate_forward);
    work_.forward.calls.kernels = forward.kernels;
    work_.backward.matmul =
        work_of<N>(backward.blocks, sym::product_flop_backward, sym::product_rate_backward);
    work_.backward.head = work_of<N>(backward.head, sym::head_flop_backward, sym::head_rate_backward);
    work_.backward.calls.kernels = backward.kernels;
  }

  /// Two products of s × s scores per head: QKᵀ and PV. For a decoder a fused kernel skips the half above the
  /// diagonal, unless a mask prevents it, and recomputes the scores in backward: five products instead of two
  /// (FlashAttention-2, arXiv 2307.08691, section 3.1). Unfused (eager) attention computes all scores.
  void attention() {
    if (layers_ <= 0) return;
    if (shape_.has_cross_attention()) [[unlikely]]
      return attention_of_two_stacks();
    const N heads = local(parallel_, named<N>(sym::heads, as_double(shape_.attention_heads)));
    const N scores = work_.tokens * attended() * heads * layers();
    const N full = 2 * scores * (key_dim() + value_dim());
    const double flop = value_of(full);
    if (training_.attention == Attention::eager) {
      // Each of these products writes or reads all scores once: two in forward, four in backward. With narrow
      // heads this takes longer than the arithmetic.
      const N rate = written_out_rate();
      const N moved = 2 * scores * named<N>(sym::element_bytes, element_) / streaming();
      work_.forward.attention = {flop, max(full / rate, moved)};
      work_.backward.attention = {2 * flop, 2 * max(full / rate, moved)};
      return;
    }
    const double part = masks_attention(training_) || shape_.has_encoder() ? 1 : 0.5;
    work_.forward.attention = {flop * part,
                               full * part / named<N>(sym::attention_rate_forward, rates_.attention_forward)};
    work_.backward.attention = {
        2.5 * flop * part,
        2.5 * full * part / named<N>(sym::attention_rate_backward, rates_.attention_backward)};
  }

  /// Bidirectional attention of the encoder, the decoder's self-attention, and cross-attention. A kernel
  /// skips half of the scores only in the decoder's self-attention.
  void attention_of_two_stacks() {
    const N heads = named<N>(sym::heads, as_double(shape_.attention_heads));
    const N encoder = heads * named<N>(sym::encoder_layers, as_double(shape_.blocks_of_encoder()));
    const N decoder = heads * named<N>(sym::decoder_layers, as_double(shape_.blocks_of_decoder()));
    const N length = named<N>(sym::encoder_sequence, as_double(encoder_length(training_)));
    const N open = encoder * encoder_tokens() * length + decoder * work_.tokens * length;
    const N causal = decoder * work_.tokens * attended();
    if (training_.attention == Attention::eager) {
      const N full = 4 * (open + causal) * key_dim();
      const N moved = 2 * (open + causal) * named<N>(sym::element_bytes, element_) / streaming();
      const N seconds = max(full / written_out_rate(), moved);
      work_.forward.attention = {value_of(full), seconds};
      work_.backward.attention = {2 * value_of(full), 2 * seconds};
      return;
    }
    const N run = 4 * (open + (masks_attention(training_) ? 1 : 0.5) * causal) * key_dim();
    work_.forward.attention = {value_of(run),
                               run / named<N>(sym::attention_rate_forward, rates_.attention_forward)};
    work_.backward.attention = {
        2.5 * value_of(run), 2.5 * run / named<N>(sym::attention_rate_backward, rates_.attention_backward)};
  }
  /// Returns the tokens per micro batch that the encoder of an encoder-decoder reads.
  [[nodiscard]] N encoder_tokens() const {
    return named<N>(sym::micro_batch, as_double(sequences_at_once(training_))) *
           named<N>(sym::encoder_sequence, as_double(encoder_length(training_)));
  }

  /// Returns the tokens that each token attends to; with packing only those of its own example.
  [[nodiscard]] N attended() const {
    return named<N>(training_.attends_within_examples() ? sym::example : sym::sequence,
                    as_double(training_.attended_tokens()));
  }

  /// Returns the rate of products over unfused scores. They read rows of queries, keys and values as long as
  /// a head is wide. Tensor-core kernels load 16 bytes at a time: 16-bit heads of 108 or 150 elements run
  /// without them (arXiv 2401.14489; BigScience tr11-176B-ml/chronicles-prequel.md, NHEADs comparison: 163 s
  /// per step where other heads take 125).
  [[nodiscard]] N written_out_rate() const {
    constexpr int row_bytes = 16;
    const auto is_aligned = [&](const N& width) {
      return std::fmod(value_of(width) * element_, row_bytes) == 0;
    };
    return is_aligned(key_dim()) && is_aligned(value_dim()) ? named<N>(sym::product_rate, rates_.matmul)
                                                            : named<N>(sym::unaligned_rate, rates_.unaligned);
  }

  [[nodiscard]] N key_dim() const {
    return shape_.has_latent_attention()
               ? named<N>(sym::key_dim, as_double(shape_.qk_nope_head_dim + shape_.qk_rope_head_dim))
               : named<N>(sym::head_dim, as_double(shape_.head_dim));
  }
  [[nodiscard]] N value_dim() const {
    return shape_.has_latent_attention() ? named<N>(sym::value_dim, as_double(shape_.v_head_dim))
                                         : named<N>(sym::head_dim, as_double(shape_.head_dim));
  }

  /// Adds the elementwise kernels. Kernels on weights read and write `weights_forward` and `weights_backward`
  /// bytes in addition to the blocks' kernels.
  void elementwise(double weights_forward, double weights_backward) {
    const Elementwise kernels = shape_.has_cross_attention()
                                    ? kernels_of_two_stacks()
                                    : elementwise_kernels(shape_, training_, in_.symbols.types);
    const N times = work_.tokens * layers();
    const double all = std::max(1.0, value_of(times));
    const double forward = kernels.forward + weights_forward / all;
    const double backward = kernels.backward + weights_backward / all;
    work_.forward.memory = {forward * value_of(times),
                            named<N>(sym::elementwise_forward, forward) * times / streaming()};
    work_.backward.memory = {backward * value_of(times),
                             named<N>(sym::elementwise_backward, backward) * times / streaming()};
    work_.forward.calls.kernels += kernels.kernels * layers_;
    work_.backward.calls.kernels += backward_kernels * kernels.kernels * layers_;
  }

  /// Returns the kernels of both stacks and of cross-attention, averaged over the blocks and over the
  /// decoder's tokens.
  [[nodiscard]] Elementwise kernels_of_two_stacks() const {
    const Elementwise decoder = elementwise_kernels(shape_, training_, in_.symbols.types);
    const Elementwise encoder =
        elementwise_kernels(shape_, training_of_encoder(training_), in_.symbols.types);
    const Elementwise cross = cross_attention_kernels(shape_, training_, in_.symbols.types);
    const double in_decoder = as_double(shape_.blocks_of_decoder()) / layers_;
    const double in_encoder = as_double(shape_.blocks_of_encoder()) / layers_;
    const double tokens = as_double(encoder_length(training_)) /
                          as_double(std::max<std::int64_t>(1, training_.sequence_length));
    Elementwise mean;
    mean.forward = in_decoder * (decoder.forward + cross.forward) + in_encoder * tokens * encoder.forward;
    mean.backward = in_decoder * (decoder.backward + cross.backward) + in_encoder * tokens * encoder.backward;
    mean.kernels = in_decoder * (decoder.kernels + cross.kernels) + in_encoder * encoder.kernels;
    return mean;
  }

  /// Cross entropy over the vocabulary: logits are cast to fp32, then log-softmax, and both again in backward
  /// (transformers, loss/loss_utils.py). A compiled or fused loss reads the logits once and writes their
  /// gradient.
  void loss() {
    if (!parallel_.stage.has_head) return;
    const N logits = local(parallel_, work_.tokens * named<N>(sym::vocabulary, as_double(shape_.vocab_size)));
    const bool is_whole = training_.has_whole_loss() || training_.fused_loss == FusedLoss::chunked ||
                          training_.fused_loss == FusedLoss::tiled;
    const N element = named<N>(sym::element_bytes, element_);
    if (sequence_chunks(training_) > 0) [[unlikely]] {
      // FPDT_LogitsLoss of DeepSpeed's sequence/fpdt_layer.py: cast, softmax, logarithm; in backward cast and
      // softmax again, then the softmax is scaled in place and cast back.
      work_.forward.head.seconds += logits * (element + 4 + 8 + 8) / streaming();
      work_.backward.head.seconds += logits * (2 * element + 4 + 8 + 8 + 4) / streaming();
      return;
    }
    work_.forward.head.seconds += logits * (is_whole ? element + 4 + 8 : element) / streaming();
    work_.backward.head.seconds += logits * (is_whole ? 12 + 4 + element : 2 * element) / streaming();
    const bool is_unfused = training_.has_whole_loss() || training_.fused_loss == FusedLoss::native;
    if (is_unfused && shape_.final_logit_softcapping) cap(logits * element);
  }

  /// Soft-capping: the logits are divided, passed through tanh and multiplied; backward also reads tanh's
  /// output.
  void cap(const N& bytes) {
    work_.forward.head.seconds += 6 * bytes / streaming();
    work_.backward.head.seconds += 7 * bytes / streaming();
  }

  /// Full checkpointing runs the blocks' forward pass again, as far as backward needs it. Selective
  /// checkpointing with a fused kernel reruns everything except attention and every second product
  /// (torchtitan's policy, see core/activations); with unfused attention it reruns only the scores
  /// (Korthikanti et al., arXiv 2205.05198, section 5).
  void recompute(const ProductPass& products) {
    const PassWork<N>& f = work_.forward;
    PassWork<N>& again = work_.recompute;
    switch (training_.activation_checkpointing) {
      case Checkpointing::none:
        return;
      case Checkpointing::full:
        again = {f.matmul, f.attention, f.memory, {}, {}, f.calls};
        if (in_.traits.recomputes_needed) leave_out_last(products);
        return;
      case Checkpointing::memory_budget:
        again = {part_of(f.matmul), part_of(f.attention), part_of(f.memory), {}, {}, f.calls};
        again.calls.kernels *= 1 - training_.memory_budget;
        return;
      case Checkpointing::selective:
        if (training_.attention == Attention::eager)
          again = {{}, f.attention, half_of(f.memory), {}, {}, {}};
        else
          again = {half_of(f.matmul), {}, f.memory, {}, {}, f.calls};
        return;
    }
  }

  /// Returns the part of a pass's work that is recomputed with a memory budget: the share of bytes not kept,
  /// as if each byte cost the same time. PyTorch's solver keeps the most expensive ones first, so less is
  /// recomputed (torch _functorch/_activation_checkpointing/knapsack.py).
  [[nodiscard]] Work<N> part_of(const Work<N>& work) const {
    const double budget = training_.memory_budget;
    return {work.amount * (1 - budget), work.seconds * (1 - named<N>(sym::memory_budget, budget))};
  }

  void leave_out_last(const ProductPass& products) {
    const Products needed = products.blocks + products.last * -1.0;
    work_.recompute.matmul = work_of<N>(needed, sym::product_flop_needed, sym::product_rate_needed);
    work_.recompute.calls.kernels -= products.last_kernels;
  }

  const ClockInput& in_;
  const Architecture& shape_;
  const Training& training_;
  const GpuRates& rates_;
  const Parallelism& parallel_;
  double element_;  ///< bytes per element of the model's type
  double layers_;
  ComputeWork<N>& work_;
};

}  // namespace

template <class N>
ComputeWork<N> compute_work(const ClockInput& in) {
  ComputeWork<N> work;
  PassWriter<N>(in, work).write();
  return work;
}
template ComputeWork<double> compute_work(const ClockInput&);
template ComputeWork<Words> compute_work(const ClockInput&);

}  // namespace zp
