// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace zp {

/// What one GPU sustains in training.
struct GpuRates {
  double peak = 0;                ///< FLOP/s, dense, in the plan's precision: what MFU is a share of
  double matmul = 0;              ///< FLOP/s of large matrix products
  double attention_forward = 0;   ///< FLOP/s of the attention kernel
  double attention_backward = 0;  ///< FLOP/s
  double memory = 0;              ///< bytes/s of streaming kernels
  double launch = 0;              ///< seconds the host needs to start one kernel
};
GpuRates gpu_rates(const Plan& plan);

/// Dense peak of the plan's precision, FLOP/s.
double peak_flops(const Plan& plan);

}  // namespace zp
