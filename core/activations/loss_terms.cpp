// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/activations/loss_terms.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/formula/arithmetic.h"
#include "core/formula/ledger_symbols.h"
#include "core/formula/named.h"
#include "core/sharding/roles.h"
#include "core/sharding/sequence_chunks.h"

namespace zp {
namespace {

/// Number of chunks into which a chunked cross entropy divides the tokens (torchtune,
/// CEWithChunkedOutputLoss: num_output_chunks = 8).
constexpr double loss_chunks = 8;

/// Bytes of fp32 logits in one tile of the loss (ArcticTraining trainer/sft_trainer.py: slice_size_in_gb =
/// 1).
constexpr double loss_tile_bytes = 1 << 30;

/// Returns the tokens that a fused linear cross entropy processes at a time: about tokens·hidden/vocabulary,
/// rounded up to a power of two (Liger-Kernel, ops/fused_linear_cross_entropy.py).
double fused_chunk(const Architecture& shape, double tokens) {
  const double factor = std::ceil(as_double(shape.vocab_size) / as_double(shape.hidden_size));
  const auto chunk = static_cast<std::uint64_t>(std::ceil(tokens / std::max(1.0, factor)));
  return static_cast<double>(std::bit_ceil(std::max<std::uint64_t>(1, chunk)));
}

template <class N>
class LossWriter {
 public:
  LossWriter(const LossInput<N>& input, ActivationTermsIn<N>& terms) : in_(input), terms_(terms) {}

  void add() {
    if (!row_of(in_.training.method.method).has_head) return;
    if (sequence_chunks(in_.training) > 0) return loss_of_sequence_chunks();
    switch (in_.training.fused_loss) {
      case FusedLoss::none:
      case FusedLoss::native:
      case FusedLoss::shifted:
        return unfused_loss();
      case FusedLoss::compiled:
        return compiled_loss();
      case FusedLoss::chunked:
        return chunked_loss();
      case FusedLoss::fused:
        return fused_loss();
      case FusedLoss::tiled:
        return tiled_loss();
    }
  }
  [[nodiscard]] EvaluatedLoss<N> evaluate() const {
    const N output = in_.element * vocabulary() * with_logits();
    return {output, head_input() + evaluated(output)};
  }

 private:
  /// Returns one rank's part of a width that tensor parallelism divides.
  [[nodiscard]] N local(const N& width) const {
    if (in_.parallel.tensor.ranks == 1) return width;
    return width / named<N>(sym::tensor_parallel, in_.parallel.tensor.ranks);
  }
  /// Returns the bytes of the head's input, in the form that its matrix product saves.
  [[nodiscard]] N head_input() const { return in_.element * in_.hidden * in_.tokens; }

  [[nodiscard]] N vocabulary() const {
    const N all = named<N>(sym::vocabulary, in_.shape.vocab_size);
    return in_.training.loss_parallel ? local(all) : all;
  }

  /// Returns the tokens of the shifted loss. The last position of each sequence predicts nothing, so each
  /// sequence has one token less.
  [[nodiscard]] N predicted() const {
    if (in_.shape.has_encoder()) return in_.tokens;  // labels are at their own positions
    return asks_completions(in_.training) ? with_logits() : in_.micro_batch * max(N(0.0), in_.sequence - 1);
  }
  /// Returns the tokens with logits. GRPO requests logits only for generated tokens (TRL grpo_trainer.py:
  /// logits_to_keep).
  [[nodiscard]] N with_logits() const {
    if (!asks_completions(in_.training)) return in_.tokens;
    return in_.micro_batch *
           min(in_.sequence, named<N>(sym::completion, in_.training.method.completion_length));
  }

  /// Returns the bytes of one element inside an unchunked loss. Log-probabilities are computed in the logits'
  /// type (TRL, selective_log_softmax), and so are losses of models with an encoder (transformers
  /// models/t5/modeling_t5.py, T5ForConditionalGeneration; models/bert/modeling_bert.py, BertForMaskedLM).
  [[nodiscard]] N loss_element() const {
    const bool in_own_type = (in_.shape.has_encoder() && !in_.autocasts) ||
                             row_of(in_.training.method.method).in_own_type ||
                             in_.training.fused_loss == FusedLoss::native;
    return in_own_type ? in_.element : N(fp32);
  }

  /// Returns true if the loss copies the logits without the last position of each sequence. Those of a single
  /// sequence lie in one piece, which Tensor.contiguous returns as it is.
  /// Models with an encoder shift no logits.
  [[nodiscard]] bool copies_shifted() const {
    return in_.training.fused_loss == FusedLoss::shifted && !in_.shape.has_encoder() &&
           value_of(in_.micro_batch) > 1;
  }

  /// Returns the bytes of the loss without gradients: the logits, the copies that the loss makes, and the
  /// log-softmax; for a compiled loss, the logits only. Liger-Kernel's fused loss applies only in training;
  /// evaluation computes all logits (transformers/model/llama.py, lce_forward: skip_logits = self.training).
  [[nodiscard]] N evaluated(const N& output) const {
    if (in_.training.fused_loss == FusedLoss::compiled) return output;
    if (in_.training.fused_loss == FusedLoss::tiled) return tile_of_loss();
    const bool in_chunks = in_.training.fused_loss == FusedLoss::chunked;
    const LogProbabilities kernel = log_probabilities_of(in_.training);
    if (!in_chunks && kernel != LogProbabilities::log_softmax)
      return kernel == LogProbabilities::of_logits ? output : output + copy_of_logits();
    const N tokens = in_chunks ? chunk_of_loss() : with_logits();
    const N each = loss_element();
    const bool has_copy = in_.element == 2 && each == 4;
    const int copies = (has_copy ? 2 : 1) + (copies_shifted() ? 1 : 0);
    return (in_chunks ? in_.element * vocabulary() * tokens : output) + copies * each * vocabulary() * tokens;
  }

  void unfused_loss() {
    switch (log_probabilities_of(in_.training)) {
      case LogProbabilities::log_softmax:
        return whole_loss(loss_element());
      case LogProbabilities::of_fp32_copy:
        return loss_of_copy();
      case LogProbabilities::of_logits:
        return compiled_loss();
    }
  }

  [[nodiscard]] N copy_of_logits() const { return fp32 * vocabulary() * in_.tokens; }

  /// The kernel saves the fp32 copy of the logits, while the logits themselves are freed, and writes their
  /// gradient to a new tensor (flash-attention flash_attn/ops/triton/cross_entropy.py, CrossEntropyLoss).
  void loss_of_copy() {
    if (in_.element == 2) terms_.logits_output = in_.element * vocabulary() * in_.tokens;
    terms_.logits_gradient = copy_of_logits();
    terms_.logits_saved = head_input() + copy_of_logits() + 8 * in_.tokens;
  }

  /// Sets the terms of an unchunked loss: the logits, their copy in the type of the loss, and the
  /// log-softmax; then the gradients of both steps in addition to the log-softmax (transformers
  /// loss/loss_utils.py, ForCausalLMLoss).
  void whole_loss(const N& each) {
    const bool has_copy = in_.element == 2 && each == 4;
    terms_.logits_output = in_.element * vocabulary() * with_logits();
    if (in_.shape.final_logit_softcapping) terms_.logits_capped = terms_.logits_output;
    if (has_copy) terms_.logits_fp32 = each * vocabulary() * in_.tokens;
    if (copies_shifted()) terms_.logits_shifted = each * vocabulary() * predicted();
    terms_.logits_saved = head_input() + (each * vocabulary() * predicted() + 4);
    terms_.logits_gradient = 2 * each * vocabulary() * predicted();
  }

  [[nodiscard]] N chunk_of_loss() const {
    const std::int64_t stated = in_.training.fused_loss_chunk;
    if (stated > 0) return min(in_.tokens, named<N>(sym::stated_loss_chunk, as_double(stated)));
    return ceil(in_.tokens / loss_chunks);
  }

  /// Sets the terms of a chunked loss: the logits of only one chunk exist at a time, and none are saved.
  void chunked_loss() {
    const N chunk = chunk_of_loss();
    terms_.logits_output = in_.element * vocabulary() * chunk;
    if (in_.element == 2) terms_.logits_fp32 = fp32 * vocabulary() * chunk;
    terms_.logits_gradient = 2 * fp32 * vocabulary() * chunk;
    terms_.logits_saved = head_input() + 4;
  }

  /// Sets the terms of a kernel that computes the gradients with the loss. It needs a chunk's logits, in fp32
  /// and in their own type, and the chunk's part of the weight gradient before it is added. The whole
  /// gradients of the head's input and weight exist until the backward pass (Liger-Kernel,
  /// ops/fused_linear_cross_entropy.py).
  void fused_loss() {
    const double tokens = value_of(in_.tokens);
    const N chunk = min(in_.tokens, named<N>(sym::loss_chunk, fused_chunk(in_.shape, tokens)));
    terms_.logits_output = 2 * in_.element * vocabulary() * chunk + gradient_of_head();
    if (in_.element == 2) terms_.logits_fp32 = fp32 * vocabulary() * chunk;
    terms_.logits_saved = head_input() + gradient_of_head();
  }

  /// Returns the bytes of one tile of the loss: its log-softmax and two gradients. A tile runs forward and
  /// backward before the next one begins (DeepSpeed runtime/sequence_parallel/ulysses_sp.py,
  /// TiledFusedLogitsLoss).
  [[nodiscard]] N tile_of_loss() const {
    const double vocabulary_size = value_of(vocabulary());
    const N tile = min(in_.tokens, named<N>(sym::loss_tile, loss_tile_bytes / (fp32 * vocabulary_size)));
    return 3 * fp32 * vocabulary() * tile;
  }
  void tiled_loss() {
    terms_.logits_fp32 = tile_of_loss();
    terms_.logits_saved = head_input() + gradient_of_head();
  }

  /// Sets the terms of FPDT's loss over a 32nd of an attention chunk of tokens: the logits in fp32, their
  /// softmax and its logarithm; in the backward pass logits, softmax and its copy in the weights' type, in
  /// addition to the gradients of the head's input and, in fp32, of its weight. The head's input is in host
  /// memory (DeepSpeed sequence/fpdt_layer.py, FPDT_LogitsLoss; Megatron-DeepSpeed
  /// megatron/model/gpt_model.py).
  void loss_of_sequence_chunks() {
    const N chunks = named<N>(sym::sequence_chunks, sequence_chunks(in_.training));
    const N tokens = in_.tokens / (32 * chunks);
    terms_.logits_output = (in_.element + 3 * fp32) * vocabulary() * tokens;
    terms_.logits_gradient = (2 * in_.element + 2 * fp32) * vocabulary() * tokens +
                             2 * in_.element * in_.hidden * in_.tokens +
                             (fp32 + in_.element) * vocabulary() * in_.hidden;
    if (offloads_chunks(in_.training)) terms_.chunks_on_host += head_input();
  }

  /// Returns the bytes of the head's weight gradient in a loss that computes gradients in its forward pass; 0
  /// with adapters that do not train the head.
  [[nodiscard]] N gradient_of_head() const {
    return in_.training.has_adapters() && !in_.training.lora.saves_head()
               ? N(0.0)
               : in_.element * vocabulary() * in_.hidden;
  }

  /// Sets the terms of a compiled loss, or of a kernel over the logits. It reads the logits and writes their
  /// gradient in their own type, without an fp32 copy.
  void compiled_loss() {
    terms_.logits_gradient = in_.element * vocabulary() * in_.tokens;
    terms_.logits_saved = head_input() + terms_.logits_gradient + 8 * in_.tokens;
  }

  const LossInput<N>& in_;
  ActivationTermsIn<N>& terms_;
};

}  // namespace

template <class N>
void add_loss(const LossInput<N>& input, ActivationTermsIn<N>& terms) {
  LossWriter<N>(input, terms).add();
}

template <class N>
EvaluatedLoss<N> evaluated_loss(const LossInput<N>& input) {
  ActivationTermsIn<N> unused;
  return LossWriter<N>(input, unused).evaluate();
}

template void add_loss(const LossInput<double>&, ActivationTermsIn<double>&);
template void add_loss(const LossInput<Words>&, ActivationTermsIn<Words>&);
template EvaluatedLoss<double> evaluated_loss(const LossInput<double>&);
template EvaluatedLoss<Words> evaluated_loss(const LossInput<Words>&);

}  // namespace zp
