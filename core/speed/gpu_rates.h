// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formula/named.h"
#include "core/plan/plan.h"
#include "core/speed/time_symbols.h"
#include "core/units/quantity.h"

namespace zp {

/// Rates that one GPU sustains in training.
struct GpuRates {
  double peak = 0;                ///< FLOP/s, dense, in the plan's precision; MFU is a share of it
  double matmul = 0;              ///< FLOP/s of large matrix products
  double fp8 = 0;                 ///< FLOP/s of large matrix products in fp8
  double unaligned = 0;           ///< FLOP/s of 16-bit products whose rows do not begin at 16 bytes
  double attention_forward = 0;   ///< FLOP/s of the attention kernel
  double attention_backward = 0;  ///< FLOP/s
  double memory_gb_per_s = 0;     ///< nominal
  double memory_share = 0;        ///< of that, what streaming kernels reach
  double memory = 0;              ///< bytes/s of streaming kernels
  double measured = 1;            ///< factor on all rates but peak and nominal, as runs showed
};
GpuRates gpu_rates(const Plan& plan);

/// Bytes/s that streaming kernels reach on memory of `nominal_gb_per_s`, a `share` of it, times the factor
/// `measured`.
template <class N>
N streaming_rate(const N& nominal_gb_per_s, double share, double measured) {
  return scaled(nominal_gb_per_s * bytes_per_gb * share, sym::measured_compute, measured);
}

/// Returns true if attention without a mask runs a kernel written for Hopper and later: FlashAttention-3 or
/// 4, or cuDNN's, which is PyTorch's own on Hopper since 2.11.
bool runs_kernel_for_hopper(const Plan& plan);

/// Type of the matrix products outside of fp8: the plan's precision, or that of torch_autocast over fp32
/// weights. It is fp32 if the type is bf16 and the GPU has no bf16 units.
Precision multiplied_in(const Plan& plan);

/// Dense peak of the type that the blocks' products run in, FLOP/s. A GPU without bf16 units computes bf16 in
/// fp32, so its fp32 peak is returned.
double peak_flops(const Plan& plan);

}  // namespace zp
