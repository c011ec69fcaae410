// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/activations/encoder_terms.h"

#include "core/formula/arithmetic.h"
#include "core/formula/ledger_symbols.h"
#include "core/formula/named.h"
#include "core/sharding/encoder.h"

namespace zp {
namespace {

template <class N>
class StackWriter {
 public:
  explicit StackWriter(const StackInput<N>& input)
      : in_(input), heads_(named<N>(sym::heads, as_double(input.shape.attention_heads))) {}

  void add_blocks(ActivationTermsIn<N>& terms) const {
    const Training of_encoder = training_of_encoder(in_.training);
    const auto in_encoder = block_operations<BlockBytes>(in_.shape, of_encoder, in_.types, BlockKind::dense);
    const auto in_decoder =
        block_operations<BlockBytes>(in_.shape, in_.training, in_.types, BlockKind::dense);
    const CrossAttentionBytes cross = cross_attention_bytes(in_.shape, in_.training, in_.types);
    const N source = in_.micro_batch * encoder_sequence(), target = in_.micro_batch * in_.sequence;
    const N to_encoder = named<N>(sym::saved_cross, cross.per_token) * target +
                         named<N>(sym::saved_keys, cross.per_encoder_token) * source;
    const N encoder_block = named<N>(sym::saved_encoder, in_encoder.bytes_per_token()) * source;
    const N decoder_block = named<N>(sym::saved_dense, in_decoder.bytes_per_token()) * target + to_encoder;
    add_stack(terms, encoder_layers(), encoder_block, source, encoder_sequence());
    add_stack(terms, decoder_layers(), decoder_block, target, max(in_.sequence, encoder_sequence()));
  }

  void add_bias(ActivationTermsIn<N>& terms) const {
    const N each = in_.element * heads_ * in_.micro_batch;
    const N own = each * in_.sequence * in_.sequence;
    if (!in_.shape.has_cross_attention()) {
      if (is_checkpointed()) terms.blocks_saved += own;
      terms.block_gradients += own;
      return;
    }
    const N of_encoder = each * encoder_sequence() * encoder_sequence();
    const N between = each * in_.sequence * encoder_sequence();
    if (is_checkpointed()) terms.blocks_saved += own + of_encoder + between;
    terms.block_gradients += max(of_encoder, is_checkpointed() ? own + between : own);
  }

  [[nodiscard]] N mean_input() const {
    const N sequences = (encoder_layers() * encoder_sequence() + decoder_layers() * in_.sequence) /
                        (encoder_layers() + decoder_layers());
    return in_.residual * in_.hidden * in_.micro_batch * sequences;
  }

 private:
  [[nodiscard]] bool is_checkpointed() const {
    return in_.training.activation_checkpointing == Checkpointing::full;
  }
  [[nodiscard]] N encoder_sequence() const {
    return named<N>(sym::encoder_sequence, as_double(encoder_length(in_.training)));
  }
  [[nodiscard]] N encoder_layers() const {
    return named<N>(sym::encoder_layers, as_double(in_.shape.blocks_of_encoder()));
  }
  [[nodiscard]] N decoder_layers() const {
    return named<N>(sym::decoder_layers, as_double(in_.shape.blocks_of_decoder()));
  }

  /// Adds `count` blocks of `whole` bytes each over `tokens`, each of which attends to at most `attended`
  /// others. Selective checkpointing of two stacks is not supported (core/rules/rules_model.cpp).
  void add_stack(ActivationTermsIn<N>& terms, const N& count, const N& whole, const N& tokens,
                 const N& attended) const {
    terms.blocks_saved += count * (is_checkpointed() ? in_.residual * in_.hidden * tokens : whole);
    terms.live_block = max(terms.live_block, whole);
    terms.block_gradients = max(terms.block_gradients, gradients(tokens, attended));
  }

  /// Returns the bytes of a block's backward pass in addition to its saved tensors: the gradients of the
  /// residual stream and of the encoder's output, and the widest inner gradient. Unfused scores have two
  /// gradients at once, that of the softmax in fp32.
  [[nodiscard]] N gradients(const N& tokens, const N& attended) const {
    constexpr double fp32 = 4;
    const double matrices = in_.shape.gated_mlp && !in_.training.fuses_mlp() ? 2 : 1;
    const N attention = heads_ * named<N>(sym::head_dim, as_double(in_.shape.head_dim));
    N inner = max(matrices * in_.element * named<N>(sym::mlp_width, in_.shape.intermediate_size),
                  3 * in_.element * attention);
    if (in_.training.attention == Attention::eager)
      inner = max(inner, (fp32 + in_.element) * heads_ * attended);
    return (2 * in_.residual * in_.hidden + inner) * tokens +
           in_.element * in_.hidden * in_.micro_batch * encoder_sequence();
  }

  const StackInput<N>& in_;
  N heads_;
};

}  // namespace

template <class N>
void add_two_stacks(const StackInput<N>& input, ActivationTermsIn<N>& terms) {
  StackWriter<N>(input).add_blocks(terms);
}
template <class N>
void add_position_bias(const StackInput<N>& input, ActivationTermsIn<N>& terms) {
  StackWriter<N>(input).add_bias(terms);
}
template <class N>
N mean_block_input(const StackInput<N>& input) {
  return StackWriter<N>(input).mean_input();
}

template void add_two_stacks(const StackInput<double>&, ActivationTermsIn<double>&);
template void add_two_stacks(const StackInput<Words>&, ActivationTermsIn<Words>&);
template void add_position_bias(const StackInput<double>&, ActivationTermsIn<double>&);
template void add_position_bias(const StackInput<Words>&, ActivationTermsIn<Words>&);
template double mean_block_input(const StackInput<double>&);
template Words mean_block_input(const StackInput<Words>&);

}  // namespace zp
