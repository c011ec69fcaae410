// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/symbols.h"
#include "core/speed/gpu_rates.h"

namespace zp {

/// Work of one kind: what there is of it and how long it takes at the rates of the GPU.
struct Work {
  double amount = 0;  ///< FLOP or bytes
  double seconds = 0;
  Work& operator+=(const Work& other) {
    amount += other.amount;
    seconds += other.seconds;
    return *this;
  }
  friend Work operator*(Work work, double factor) { return {work.amount * factor, work.seconds * factor}; }
  bool operator==(const Work&) const = default;
};

/// One pass over one micro batch on one rank.
struct PassWork {
  Work matmul;     ///< FLOP
  Work attention;  ///< FLOP, as executed (a causal kernel computes half of the scores)
  Work memory;     ///< bytes
  Work head;       ///< FLOP of the output projection; its seconds include the loss
  double kernels = 0;
  double host = 0;  ///< seconds the host needs to start them and to fetch what stage 3 has partitioned
};

struct ComputeWork {
  PassWork forward, backward;
  PassWork recompute;  ///< of the blocks, what checkpointing does again; no head
  double tokens = 0;   ///< per rank and micro batch
};
/// Seconds of a pass's kernels one after another, the head included.
double seconds_of(const PassWork& pass);
/// Seconds by which the host is slower in starting a pass's kernels than the GPU in running them.
double waiting_for_launches(const PassWork& pass);

/// `kinds` are the tensors of the plan's model, `trained_share` those of its weights that get a gradient.
ComputeWork compute_work(const Plan& plan, std::span<const TensorKind> kinds, const GpuRates& rates,
                         double trained_share);

}  // namespace zp
