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
  double peak = 0;                ///< FLOP/s, dense, in the plan's precision; the reference of MFU
  double matmul = 0;              ///< FLOP/s of large matrix products
  double fp8 = 0;                 ///< FLOP/s of large matrix products in fp8
  double unaligned = 0;           ///< FLOP/s of 16-bit products whose rows are not aligned to 16 bytes
  double attention_forward = 0;   ///< FLOP/s of the attention kernel
  double attention_backward = 0;  ///< FLOP/s
  double memory_gb_per_s = 0;     ///< nominal bandwidth
  double memory_share = 0;        ///< share of it that streaming kernels reach
  double memory = 0;              ///< bytes/s of streaming kernels
  double measured = 1;            ///< factor on all rates except peak and nominal ones, learnt from runs
};
GpuRates gpu_rates(const Plan& plan);

/// Returns bytes/s of streaming kernels: the `share` of nominal bandwidth, times the factor `measured`.
template <class N>
N streaming_rate(const N& nominal_gb_per_s, double share, double measured) {
  return scaled(nominal_gb_per_s * bytes_per_gb * share, sym::measured_compute, measured);
}

/// Returns true if attention without a mask uses a kernel written for Hopper or later: FlashAttention-3 or 4,
/// or cuDNN's, which is PyTorch's own on Hopper since 2.11.
bool runs_kernel_for_hopper(const Plan& plan);

/// Returns the type of matrix products outside fp8: the plan's precision, or torch_autocast's type over fp32
/// weights. fp32 if that is bf16 and the GPU has no bf16 units.
Precision multiplied_in(const Plan& plan);

/// Returns the dense peak in FLOP/s for the type of the blocks' products. GPUs without bf16 units compute
/// bf16 in fp32, so their fp32 peak is returned.
double peak_flops(const Plan& plan);

}  // namespace zp
