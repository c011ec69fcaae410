// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/activations/activations.h"

/// The logits and the tensors that the loss computes from them, for each way to compute the loss.
namespace zp {

/// Bytes of one element inside the loss and in a kernel's accumulators, regardless of the weights' type.
inline constexpr double fp32 = 4;

/// The quantities of one micro batch on one rank from which the loss is computed. N is double or Words.
template <class N>
struct LossInput {
  const Architecture& shape;
  const Training& training;
  const Parallelism& parallel;
  N element;               ///< bytes of one element of a matrix product
  N hidden;                ///< width of the residual stream
  N micro_batch;           ///< sequences
  N sequence;              ///< tokens of a sequence on this rank
  N tokens;                ///< tokens of the micro batch on this rank
  bool autocasts = false;  ///< autocast computes the loss in fp32 for any type of the logits
};

/// Adds the terms of training's loss to `terms`; adds nothing for a method without a head.
template <class N>
void add_loss(const LossInput<N>& input, ActivationTermsIn<N>& terms);

/// The loss of an evaluation: bytes of the logits in the model's type, and of all tensors at their peak.
template <class N>
struct EvaluatedLoss {
  N output = 0.0, all = 0.0;
};
/// Returns the bytes of a loss without gradients.
template <class N>
EvaluatedLoss<N> evaluated_loss(const LossInput<N>& input);

}  // namespace zp
