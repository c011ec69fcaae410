// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/speed/clock.h"

namespace zp {
namespace {

double as_double(std::int64_t n) { return static_cast<double>(n); }

/// Bytes of GPU memory one element costs in a step: the gradient read for its norm, turned into fp32 and
/// unscaled; gradient, master and states read, master and states written; the weight written back
/// (stage_1_and_2.py, step and unscale_and_clip_grads; csrc/adam/multi_tensor_adam.cu).
double step_bytes(const Symbols& s) {
  const double b = s.weight_bytes, m = s.master_bytes;
  const double norm = b, to_master = s.is_16_bit ? b + m : 0, unscale = 2 * m;
  return norm + to_master + unscale + m + 2 * (m + s.state_bytes) + (s.is_16_bit ? m + b : 0);
}

/// Bytes of host memory one element costs: gradient, master and states read, master and states written, the
/// 16-bit copy written: 30 for Adam (csrc/adam/cpu_adam_impl.cpp).
double host_step_bytes(const Symbols& s) {
  const double m = s.master_bytes;
  return m + 2 * (m + s.host_state_bytes) + s.weight_bytes;
}

/// Of the host memory's nominal bandwidth the CPU optimizer reaches this: 3.9 billion parameters a second on
/// a DGX-2 with 256 GB/s (ZeRO-Offload, arXiv 2101.06840, Table 4).
constexpr double host_memory_share = 0.46;

}  // namespace

void add_optimizer(TimeLedger& ledger, const ClockInput& in) {
  const Symbols& s = in.symbols;
  const bool partitioned = in.plan.zero.stage > 0;
  const double mine = as_double(partitioned ? s.partition : s.sums.trainable);
  const double on_host = s.offloads_optimizer ? mine - std::min(mine, as_double(s.kept_by_ratio)) : 0;
  const double on_gpu = mine - on_host;
  const double gpu_bytes = on_gpu * step_bytes(s);
  const double gpu_seconds = gpu_bytes / in.rates.memory;
  const double rate = in.plan.cluster.cpu_memory_gb_per_s * bytes_per_gb * host_memory_share;
  const double host_bytes = on_host * host_step_bytes(s) * in.plan.cluster.gpus_per_node;
  const double host_seconds = rate > 0 ? host_bytes / rate : 0;
  // Twin-Flow: both halves work at once (DeepSpeed, blogs/deepspeed-offloadpp).
  const double hidden = std::min(gpu_seconds, host_seconds);
  ledger.add({TimeId::optimizer_gpu, TimePart::optimizer, Stretch::step, Resource::gpu_memory, gpu_seconds,
              hidden, gpu_bytes, in.rates.memory, 0});
  ledger.add({TimeId::optimizer_cpu, TimePart::optimizer, Stretch::step, Resource::host_memory, host_seconds,
              0, host_bytes, rate, 0});
}

}  // namespace zp
