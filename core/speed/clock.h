// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/symbols.h"
#include "core/speed/collectives.h"
#include "core/speed/compute.h"
#include "core/speed/step_time.h"

/// What the parts of the clock share. Internal to speed/.
namespace zp {

/// Everything the parts read, computed once a plan.
struct ClockInput {
  const Plan& plan;
  std::span<const TensorKind> kinds;
  Symbols symbols;
  GpuRates rates;
  ComputeWork work;
  double micro_batches = 1;     ///< accumulation steps
  double layers = 1;            ///< at least 1: how finely transfers interleave with compute
  double compute_forward = 0;   ///< seconds of one micro batch, waiting for launches included
  double compute_backward = 0;  ///< the same; recomputation included
};

/// What is left for a transfer to hide behind, in one stretch of one micro batch. Each resource hides behind
/// the same compute independently; what shares a resource queues up.
class Cover {
 public:
  explicit Cover(double seconds) : left_(seconds) {}
  /// How much of `busy` seconds hides; the rest is exposed.
  double hide(double busy, double cost = 0) {
    const double beside = busy < left_ ? busy : left_;
    left_ -= beside;
    return beside * (1 - cost);
  }
  [[nodiscard]] double left() const { return left_; }

 private:
  double left_;
};

/// Elements gathered for one backward pass of stage 3, of `all` that a forward pass gathers.
double backward_elements(const ClockInput& in, double all);

/// Seconds of one micro batch's collectives in that stretch that compute does not hide: other links hide
/// behind them too.
double exposed_communication(const TimeLedger& ledger, Stretch stretch, double micro_batches);

void add_compute(TimeLedger& ledger, const ClockInput& in);
/// Collectives inside each block: tensor and sequence parallelism; they lengthen every pass.
void add_model_parallel(TimeLedger& ledger, const ClockInput& in);
/// Gathers and reductions of weights and gradients.
void add_data_parallel(TimeLedger& ledger, const ClockInput& in);
void add_optimizer(TimeLedger& ledger, const ClockInput& in);
/// Gradients, weights and checkpoints between GPU, host and drives.
void add_offload(TimeLedger& ledger, const ClockInput& in);

}  // namespace zp
