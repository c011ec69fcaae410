// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/launches.h"

#include <algorithm>

#include "core/formula/arithmetic.h"
#include "core/formula/named.h"
#include "core/speed/clock.h"
#include "core/speed/time_symbols.h"

namespace zp {
namespace {

/// Share of a forward pass's products that a pass runs; `has_head` includes the head.
struct RunProducts {
  double share;
  bool has_head;
  [[nodiscard]] bool has(const GatheredProducts::GatheredTensor& one) const {
    return has_head || !one.is_head;
  }
};

/// Returns the seconds that the GPU waits between fetches. Stage 3's host is at most a few fetches ahead
/// (partitioned_param_coordinator.py: two events may be outstanding), so the GPU waits at every tensor whose
/// kernels are shorter than its hooks, and longer kernels elsewhere do not make up for it.
template <class N>
double waiting_between_fetches(const PassWork<N>& pass, const GatheredProducts& fetched,
                               const RunProducts& run) {
  double tensors = 0, products = 0;
  for (const GatheredProducts::GatheredTensor& one : fetched.all()) {
    if (!run.has(one)) continue;
    tensors += one.count;
    products += one.count * one.seconds * run.share;
  }
  if (tensors <= 0) return 0;
  const double host = value_of(pass.host) / tensors;
  const double others = std::max(0.0, value_of(pass.busy()) - products) / tensors;
  double waits = 0;
  for (const GatheredProducts::GatheredTensor& one : fetched.all())
    if (run.has(one)) waits += one.count * std::max(0.0, host - others - one.seconds * run.share);
  return waits;
}

/// Share of the blocks' products that recomputation runs again.
template <class N>
double recomputed_share(const ComputeWork<N>& work) {
  const double whole = value_of(work.forward.matmul.seconds);
  return whole > 0 ? value_of(work.recompute.matmul.seconds) / whole : 0;
}

}  // namespace

void count_hooks(const ClockInput& in, HostCalls& forward, HostCalls& backward) {
  const FrameworkTraits& traits = in.traits;
  const TensorTraffic& traffic = in.traffic;
  if (traits.has_tensor_hooks) forward.fetches = backward.fetches = traffic.hooked;
  if (traits.partitions_weights && traits.gathers_by == MessageUnit::block)
    forward.units = backward.units = as_double(in.parallel.stage.layers) + 1;
  if (!traits.has_gradient_hooks) return;
  const double times = traits.reduces_every_micro_batch ? 1 : 1 / in.micro_batches;
  backward.reductions = traffic.trained * times;
  if (traits.has_tensor_hooks) {
    const double ranks = in.parallel.shard.ranks;
    forward.pieces = ranks > 1 ? traffic.together * ranks : 0;
    backward.pieces = forward.pieces + (ranks > 1 ? traffic.trained * ranks : 0);
  }
  if (traits.counts_gradient_hooks) backward.recounts = traffic.counting * traffic.counted;
}

template <class N>
void wait_for_host(ComputeWork<N>& work, const ClockInput& in, const GatheredProducts& fetched) {
  const auto wait = [&](PassWork<N>& pass, const SymbolRow& kernels, const SymbolRow& pieces, double each,
                        const SymbolRow& gpu, const SymbolRow& waits, const RunProducts& run) {
    if (pass.calls.kernels <= 0) return;
    pass.host = scaled(host_seconds<N>(pass.calls, kernels, pieces, each), sym::measured_host_work,
                       in.plan.cluster.measured.host_work);
    pass.waiting = max(0.0, pass.host - named<N>(gpu, value_of(pass.busy())));
    if (const double between = waiting_between_fetches(pass, fetched, run); between > value_of(pass.waiting))
      pass.waiting = named<N>(waits, between);
  };
  wait(work.forward, sym::kernels_forward, sym::pieces_forward, operation_seconds, sym::gpu_forward,
       sym::waits_forward, {1, true});
  wait(work.recompute, sym::kernels_recompute, sym::pieces_forward, operation_seconds, sym::gpu_recompute,
       sym::waits_recompute, {recomputed_share(work), false});
  wait(work.backward, sym::kernels_backward, sym::pieces_backward, gradient_seconds, sym::gpu_backward,
       sym::waits_backward, {products_per_forward(in), true});
}
template void wait_for_host(ComputeWork<double>&, const ClockInput&, const GatheredProducts&);
template void wait_for_host(ComputeWork<Words>&, const ClockInput&, const GatheredProducts&);

}  // namespace zp
