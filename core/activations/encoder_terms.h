// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/activations/activations.h"

/// The blocks of an encoder and of a decoder that attends to it (transformers models/t5/modeling_t5.py).
namespace zp {

/// The quantities of one micro batch on one rank from which both stacks are computed. N is double or Words.
template <class N>
struct StackInput {
  const Architecture& shape;
  const Training& training;
  const NumericTypes& types;
  N element;      ///< bytes of one element between matrix products
  N residual;     ///< bytes of one element of the residual stream
  N hidden;       ///< width of the residual stream
  N micro_batch;  ///< sequences
  N sequence;     ///< tokens of the decoder's sequence, or of the only stack of an encoder
};

/// Adds the blocks of both stacks to `terms`. All blocks are saved until the loss; the encoder's backward
/// pass comes last, after the decoder's tensors are freed. Precondition: the shape has cross-attention.
template <class N>
void add_two_stacks(const StackInput<N>& input, ActivationTermsIn<N>& terms);

/// Adds the position bias on the scores. The blocks of a stack share one sum of bias and mask: checkpoints
/// save it, and its gradient accumulates in the backward pass. The bias of cross-attention is zero, and has a
/// gradient only under checkpointing (T5Attention.forward).
template <class N>
void add_position_bias(const StackInput<N>& input, ActivationTermsIn<N>& terms);

/// Returns the mean bytes of a block's input over both stacks.
template <class N>
N mean_block_input(const StackInput<N>& input);

}  // namespace zp
