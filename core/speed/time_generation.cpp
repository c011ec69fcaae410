// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/sharding/roles.h"
#include "core/speed/clock.h"
#include "core/speed/generation.h"

namespace zp {
namespace {

/// Bytes/s at which programs load trained weights into an engine: 1.8 to 10 GB/s tensor by tensor (OpenRLHF,
/// NeMo-RL, verl), 10 to 76 in buckets; docs/speed.md#generation.
constexpr double usual_sync_rate = 5e9;
/// Share of the link to the host that an engine's copies reach.
constexpr double host_share = 0.85;

template <class N>
N generated(const EngineTime& time) {
  return named<N>(sym::decode_steps, time.steps) * named<N>(sym::decode_seconds, time.step_seconds) +
         named<N>(sym::cache_read, time.cache_read) / named<N>(sym::cache_rate, time.cache_rate) +
         named<N>(sym::prefill_flop, time.prefill_flop) / named<N>(sym::prefill_rate, time.prefill_rate);
}

/// Returns the bytes per GPU that a sleeping engine moves to the host and back.
double slept_bytes(const Plan& plan, const EngineWork& work) {
  return plan.training.method.engine_sleeps ? 2 * engine_bytes * work.parameters / work.gpus : 0;
}

/// Returns the bytes of the policy per GPU that are moved to pinned host memory while an engine generates,
/// and back.
double rested_bytes(const ClockInput& in) {
  const HostRest rest = in.plan.training.method.rests_on_host;
  const Symbols& s = in.symbols;
  const double part = as_double(s.partition);
  const bool divides_weights = in.plan.zero.stage == 3;
  double bytes = 0;
  if (rests_optimizer(rest) && in.plan.zero.offload_optimizer.device == Device::none)
    bytes += part * (s.master_bytes == s.trained_bytes ? s.state_bytes : s.master_bytes + s.state_bytes);
  if (rests_weights(rest) && in.plan.zero.offload_param.device == Device::none)
    bytes += as_double(divides_weights ? s.partition : s.sums.trainable) * s.trained_bytes +
             as_double(divides_weights ? s.sums.frozen_partition : s.sums.frozen) * s.frozen_bytes;
  return 2 * bytes;
}

}  // namespace

template <class N>
void add_generation(Clock<N>& clock) {
  const Plan& plan = clock.in.plan;
  const MethodSettings& method = plan.training.method;
  if (!row_of(method.method).generates || !plan.model.has_shape()) return;
  const EngineWork work = engine_work(plan);
  const EngineTime time = engine_time(work, engine_rates(plan, clock.in.rates.matmul));
  const N steps = named<N>(sym::generations, steps_per_generation(plan));
  double rest = 0;
  for (const TimeEntry& entry : clock.ledger.entries())
    rest += entry.exposed();
  const N busy = generated<N>(time) / steps;
  // On shared GPUs, generation and training alternate (rule one_step_off_needs_a_server).
  const bool is_beside = method.rollout.overlaps && generation_of(plan) == Generation::server;
  const double hidden = is_beside ? std::min(value_of(busy), rest) : 0;
  clock.add(TimeId::generation, busy, {.hidden = hidden, .amount = time.cache_read, .rate = time.cache_rate});
  if (method.rollout.reward_seconds > 0)
    clock.add(TimeId::rewards, named<N>(sym::reward_seconds, method.rollout.reward_seconds) / steps, {});
  if (generation_of(plan) == Generation::training) return;  // the trained model itself generates
  const double whole = engine_bytes * work.parameters;
  N sync = named<N>(sym::synced, whole) / named<N>(sym::sync_rate, usual_sync_rate);
  const bool shares_gpus = generation_of(plan) == Generation::vllm;
  if (const double slept = shares_gpus ? slept_bytes(plan, work) + rested_bytes(clock.in) : 0; slept > 0)
    sync = sync + named<N>(sym::slept, slept) /
                      (named<N>(sym::host_link, plan.cluster.host_link.gb_per_s) * bytes_per_gb * host_share);
  clock.add(TimeId::weight_sync, sync / steps, {.amount = whole, .rate = usual_sync_rate});
}

template void add_generation(Clock<double>&);
template void add_generation(Clock<Words>&);

}  // namespace zp
