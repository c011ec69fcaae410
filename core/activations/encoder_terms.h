// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/activations/activations.h"

/// The blocks of an encoder and of the decoder that attends to it (transformers models/t5/modeling_t5.py).
namespace zp {

/// The quantities of one micro batch on one rank that the two stacks are counted from. N is double or Words.
template <class N>
struct StackInput {
  const Architecture& shape;
  const Training& training;
  const NumericTypes& types;
  N element;      ///< bytes of one element between products
  N residual;     ///< bytes of one element of the residual stream
  N hidden;       ///< width of the residual stream
  N micro_batch;  ///< sequences
  N sequence;     ///< tokens of the decoder's sequence, or of an encoder's that stands alone
};

/// Adds the blocks of both stacks to `terms`. All of them are kept until the loss; the encoder's run backward
/// last, when the decoder's are gone. Precondition: the shape has cross-attention.
template <class N>
void add_two_stacks(const StackInput<N>& input, ActivationTermsIn<N>& terms);

/// Adds the position bias on the scores, of which the blocks of a stack share one sum with the mask:
/// checkpoints keep it, and its gradient is added up in the backward pass. The bias of cross-attention is
/// zero, and has a gradient under checkpointing alone (T5Attention.forward).
template <class N>
void add_position_bias(const StackInput<N>& input, ActivationTermsIn<N>& terms);

/// Returns the bytes of the input of one block of either stack, a mean.
template <class N>
N mean_block_input(const StackInput<N>& input);

}  // namespace zp
