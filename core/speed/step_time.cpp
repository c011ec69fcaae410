// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/step_time.h"

#include "core/memory/basis.h"
#include "core/speed/clock.h"
#include "core/speed/generation.h"
#include "core/speed/range.h"
#include "core/units/index_of.h"

namespace zp {
namespace {

bool is_compute(Resource resource) {
  return resource == Resource::matrix_units || resource == Resource::gpu_memory ||
         resource == Resource::launches;
}

/// Returns the resource whose speed-up would shorten the step most. A transfer that is longer than the work
/// it overlaps with counts in full, and that work does not count; everything else counts as far as it is
/// exposed. The GPU's three resources are used in sequence, so they count together.
Resource costliest(const TimeLedger& ledger) {
  std::array<double, resource_count> cost{};
  double gpu = 0;
  for (const TimeEntry& entry : ledger.entries()) {
    const bool is_longer = entry.hiding_rate > 0;
    cost[index_of(entry.resource)] += is_longer ? entry.busy : entry.exposed();
    if (is_compute(entry.resource)) gpu += entry.busy;
    if (is_longer) gpu -= entry.hidden;
  }
  std::size_t most = index_of(Resource::matrix_units), of_gpu = most;
  double largest = gpu;
  for (std::size_t i = 0; i < resource_count; ++i) {
    if (is_compute(static_cast<Resource>(i))) {
      if (cost[i] > cost[of_gpu]) of_gpu = i;
    } else if (cost[i] > largest) {
      largest = cost[i];
      most = i;
    }
  }
  return static_cast<Resource>(most == index_of(Resource::matrix_units) ? of_gpu : most);
}

void sum_up(StepTime& time) {
  for (const TimeEntry& entry : time.ledger.entries()) {
    const double exposed = entry.exposed();
    time.total += exposed;
    time.parts[index_of(entry.part)] += exposed;
    (entry.stretch == Stretch::forward    ? time.forward
     : entry.stretch == Stretch::backward ? time.backward
                                          : time.step) += exposed;
    if (entry.part == TimePart::communication) {
      time.communication += entry.busy;
      time.exposed_communication += exposed;
    }
    if (entry.part == TimePart::optimizer) time.optimizer += exposed;
    if (entry.part == TimePart::host || entry.id == TimeId::optimizer_cpu ||
        entry.id == TimeId::host_conversion)
      time.offload += exposed;
  }
}

}  // namespace

StepTime estimate_speed(const Plan& plan) {
  const ModelTensors tensors(plan);
  return estimate_speed(Basis(plan, tensors));
}

namespace {

StepTime timed(const ClockInput& in) {
  const Plan& plan = in.plan;
  StepTime time;
  time.kind = run_kind_of(plan);
  time.regime = regime_of(plan);
  time.is_without_generation = leaves_out_generation(plan);
  time.stage = in.parallel.stage.index;
  Clock<double> clock(in, time.ledger);
  run(clock);
  sum_up(time);
  for (const PassWork<double>* pass : {&clock.work.forward, &clock.work.recompute, &clock.work.backward}) {
    time.host += pass->host * in.micro_batches;
    time.kernels += pass->busy() * in.micro_batches;
  }
  time.bound_by = costliest(time.ledger);
  const SecondsRange factors = range_of(plan);
  time.range = {time.total * factors.low, time.total * factors.high};
  return time;
}

}  // namespace

StepTime estimate_speed(const Basis& basis) {
  const Plan& plan = basis.plan;
  if (!plan.model.has_shape()) {
    StepTime unknown;
    unknown.kind = run_kind_of(plan);
    unknown.regime = regime_of(plan);
    unknown.is_known = false;
    return unknown;
  }
  if (basis.symbols.parallel.stage.is_whole()) [[likely]]
    return timed(ClockInput(basis));
  const StagePace pace = pace_of(plan, basis.tensors);
  const Basis slowest(plan, basis.tensors, pace.stage);
  return timed(ClockInput(slowest, pace.other_stages));
}

}  // namespace zp
