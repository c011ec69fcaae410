// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace zp {

/// Memory traffic and number of the kernels of a block that multiply no matrices.
struct Elementwise {
  double forward = 0, backward = 0;  ///< bytes per token and block
  double kernels = 0;                ///< kernels of a block's forward pass
  void add(double width, double forward_each, double backward_each, double kernel_count) {
    forward += width * forward_each;
    backward += width * backward_each;
    kernels += kernel_count;
  }
};

/// Kernels of the backward pass for each elementwise kernel of the forward pass: its own counterpart, and for
/// every second one a further kernel: the sum over a weight's gradient, or the addition where a tensor was
/// used twice.
inline constexpr double backward_kernels = 1.5;

/// Each kernel reads its inputs and writes its outputs once; backward reads what was saved and the incoming
/// gradient. Under autocast norms, softmax and powers run in fp32, and with them the residual stream; what
/// goes into a product is cast to 16 bits, and its gradient back (torch ATen/autocast_mode.h,
/// AT_FORALL_FP32, AT_FORALL_LOWER_PRECISION_FP).
Elementwise elementwise_kernels(const Architecture& shape, const Training& training,
                                const NumericTypes& types);

/// Returns those of a decoder's attention to an encoder, of one token of the decoder and block.
Elementwise cross_attention_kernels(const Architecture& shape, const Training& training,
                                    const NumericTypes& types);

}  // namespace zp
