// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/speed/step_time.h"

namespace zp {

/// Floating point operations of one optimizer step over all ranks, by conventions that papers count in.
struct StepFlops {
  double model = 0;            ///< 6·N·T + 12·L·h·s·T (PaLM, appendix B; full attention)
  double model_causal = 0;     ///< the same with half of the attention, what a causal kernel computes
  double hardware = 0;         ///< model, and what checkpointing computes again
  double parameters_only = 0;  ///< 6·N·T, no attention
  bool operator==(const StepFlops&) const = default;
};
StepFlops flops_per_step(const Plan& plan);

/// What one rank executes in a step, FLOP, from the entries of the clock: products only of weights that are
/// there and gradients that are asked for, of causal attention what its kernel computes.
struct ExecutedFlops {
  double needed = 0;  ///< forward and backward, nothing twice: what MFU counts
  double all = 0;     ///< and what is computed again, by checkpointing and by the attention kernel: HFU
};
ExecutedFlops executed_flops(const TimeLedger& ledger);

/// What a run yields; 0 where it cannot be told (step time unknown, no token budget, no price).
struct Throughput {
  double tokens_per_step = 0;
  double tokens_per_s = 0, tokens_per_s_per_gpu = 0;
  double useful_tokens_per_s = 0, useful_tokens_per_s_per_gpu = 0;  ///< those that are no padding
  double tflops_per_gpu = 0;                                        ///< ExecutedFlops::needed, 10^12 FLOP/s
  double hardware_tflops_per_gpu = 0;                               ///< ExecutedFlops::all
  double mfu = 0, hfu = 0;  ///< of the GPU's dense peak in the plan's precision; at most 1
  double steps = 0;         ///< for training.tokens, padding left out
  double hours = 0, gpu_hours = 0;
  double energy_kwh = 0;  ///< GPUs only, at cluster.gpu_watts
  double cost = 0;        ///< gpu_hours × cluster.gpu_hour_price, in the price's currency
  bool operator==(const Throughput&) const = default;
};
Throughput throughput_of(const Plan& plan, const StepTime& time);
/// Without FLOP/s. `step_seconds` is StepTime::total; 0 for unknown.
Throughput throughput_of(const Plan& plan, double step_seconds);

}  // namespace zp
