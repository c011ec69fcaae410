// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/speed/step_time.h"

namespace zp {

inline constexpr double seconds_per_hour = 3600;

/// Floating point operations of one optimizer step over all ranks, by the conventions of published papers.
struct StepFlops {
  double model = 0;            ///< 6·N·T + 12·L·h·s·T (PaLM, appendix B; full attention)
  double model_causal = 0;     ///< with half of the attention, for a causal kernel
  double hardware = 0;         ///< `model`, plus the FLOP that checkpointing recomputes
  double parameters_only = 0;  ///< 6·N·T, no attention
  bool operator==(const StepFlops&) const = default;
};
StepFlops flops_per_step(const Plan& plan);

/// FLOP that one rank executes in a step, from the clock's entries: only products of existing weights and
/// required gradients, and only the part of causal attention that its kernel computes.
struct ExecutedFlops {
  double needed = 0;  ///< forward and backward without repetition; the basis of MFU
  double all = 0;     ///< including FLOP that checkpointing and the attention kernel repeat; the basis of HFU
};
ExecutedFlops executed_flops(const TimeLedger& ledger);

/// Throughput, duration and cost of a run; unknown figures are 0 (step time unknown, no token budget, no
/// price).
struct Throughput {
  double tokens_per_step = 0;
  double tokens_per_s = 0, tokens_per_s_per_gpu = 0;
  double useful_tokens_per_s = 0, useful_tokens_per_s_per_gpu = 0;  ///< tokens other than padding
  double tflops_per_gpu = 0;           ///< from ExecutedFlops::needed, 10^12 FLOP/s
  double hardware_tflops_per_gpu = 0;  ///< from ExecutedFlops::all
  double mfu = 0, hfu = 0;             ///< shares of the GPU's dense peak in the plan's precision; at most 1
  double steps = 0;                    ///< steps for training.tokens, padding excluded
  double hours = 0, gpu_hours = 0;
  double energy_kwh = 0;  ///< GPUs only, at cluster.gpu_watts
  double cost = 0;        ///< gpu_hours × cluster.gpu_hour_price, in the price's currency
  bool operator==(const Throughput&) const = default;
};
Throughput throughput_of(const Plan& plan, const StepTime& time);
/// Returns all figures except those in FLOP/s. `step_seconds` is StepTime::total; 0 if unknown.
Throughput throughput_of(const Plan& plan, double step_seconds);

}  // namespace zp
