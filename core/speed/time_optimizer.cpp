// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/formula/arithmetic.h"
#include "core/speed/clock.h"

namespace zp {
namespace {

/// Bytes of GPU memory one element costs in a step: the gradient read for its norm, turned into fp32 and
/// unscaled; gradient, master and states read, master and states written; the weight written back
/// (stage_1_and_2.py, step and unscale_and_clip_grads; csrc/adam/multi_tensor_adam.cu).
template <class N>
N step_bytes(const Clock<N>& clock) {
  const Symbols& s = clock.in.symbols;
  const N b = clock.weight_bytes(), m = clock.master_bytes();
  const N states = named<N>(sym::state_bytes, s.state_bytes);
  const N &norm = b, to_master = s.is_16_bit ? b + m : N(0), unscale = 2 * m;
  return norm + to_master + unscale + m + 2 * (m + states) + (s.is_16_bit ? m + b : N(0));
}

/// Bytes of host memory one element costs: gradient, master and states read, master and states written, the
/// 16-bit copy written: 30 for Adam (csrc/adam/cpu_adam_impl.cpp).
template <class N>
N host_step_bytes(const Clock<N>& clock) {
  const N m = clock.master_bytes();
  return m + 2 * (m + clock.host_states()) + clock.weight_bytes();
}

/// Of the host memory's nominal bandwidth the CPU optimizer reaches this: 3.9 billion parameters a second on
/// a DGX-2 with 256 GB/s (ZeRO-Offload, arXiv 2101.06840, Table 4).
constexpr double host_memory_share = 0.46;

}  // namespace

template <class N>
void add_optimizer(Clock<N>& clock) {
  const ClockInput& in = clock.in;
  const N gpu_bytes = clock.stepped_on_gpu() * step_bytes(clock);
  const N gpu_rate = streaming_rate(named<N>(sym::gpu_memory, in.rates.memory_gb_per_s));
  const N gpu = gpu_bytes / gpu_rate;
  const N host_rate =
      named<N>(sym::host_memory, in.plan.cluster.cpu_memory_gb_per_s) * bytes_per_gb * host_memory_share;
  const N host_bytes = clock.stepped_on_host() * host_step_bytes(clock) * clock.gpus();
  const N host = value_of(host_rate) > 0 ? host_bytes / host_rate : N(0);
  // Twin-Flow: both halves work at once (DeepSpeed, blogs/deepspeed-offloadpp).
  clock.add(TimeId::optimizer_gpu, gpu,
            {.hidden = std::min(value_of(gpu), value_of(host)),
             .amount = value_of(gpu_bytes),
             .rate = value_of(gpu_rate)});
  clock.add(TimeId::optimizer_cpu, host, {.amount = value_of(host_bytes), .rate = value_of(host_rate)});
}
template void add_optimizer(Clock<double>&);
template void add_optimizer(Clock<Words>&);

}  // namespace zp
