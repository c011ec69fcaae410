// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace zp {

/// Memory traffic and number of a block's kernels other than matrix products.
struct Elementwise {
  double forward = 0, backward = 0;  ///< bytes per token and block
  double kernels = 0;                ///< kernels of a block's forward pass
  void add(double width, double forward_each, double backward_each, double kernel_count) {
    forward += width * forward_each;
    backward += width * backward_each;
    kernels += kernel_count;
  }
};

/// Backward kernels per elementwise forward kernel: its counterpart, and for every second one another kernel
/// that sums a weight's gradient or adds the gradients of a tensor used twice.
inline constexpr double backward_kernels = 1.5;

/// Returns the elementwise kernels of a block. Each reads its inputs and writes its outputs once; backward
/// reads what was saved and the incoming gradient. Under autocast norms, softmax and powers run in fp32, and
/// so does the residual stream; inputs of products are cast to 16 bits, and their gradients back (torch
/// ATen/autocast_mode.h, AT_FORALL_FP32, AT_FORALL_LOWER_PRECISION_FP).
Elementwise elementwise_kernels(const Architecture& shape, const Training& training,
                                const NumericTypes& types);

/// Returns the kernels of a decoder's cross-attention, per token of the decoder and block.
Elementwise cross_attention_kernels(const Architecture& shape, const Training& training,
                                    const NumericTypes& types);

}  // namespace zp
