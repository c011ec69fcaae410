// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/clock.h"

#include <algorithm>

#include "core/formula/arithmetic.h"

namespace zp {

ClockInput::ClockInput(const Basis& basis, double seconds_of_other_stages)
    : plan(basis.plan),
      kinds(basis.kinds),
      symbols(basis.symbols),
      parallel(symbols.parallel),
      traits(symbols.traits),
      rates(gpu_rates(plan)),
      traffic(tensor_traffic(basis)),
      micro_batches(as_double(std::max<std::int64_t>(1, plan.training.gradient_accumulation_steps))),
      host_window(as_double(micro_batches_of_host_step(plan, symbols.engine))),
      layers(as_double(std::max<std::int64_t>(1, parallel.stage.layers))),
      other_stages(seconds_of_other_stages) {}

double ClockInput::gathered() const {
  const TensorSums& sums = symbols.sums;
  return as_double(sums.trainable + sums.frozen - (traits.keeps_small_tensors ? sums.persistent : 0));
}

bool gathers_twice(const ClockInput& in, double elements) {
  return in.traits.gathers_by == MessageUnit::tensor &&
         in.plan.training.activation_checkpointing == Checkpointing::full &&
         2 * elements / in.layers > as_double(in.plan.zero.stage3_max_reuse_distance);
}

/// Stage 3 partitions each tensor separately, stages 1 and 2 all tensors together.
template <class N>
N Clock<N>::partition() const {
  if (!in.traits.partitions_states) return trainable();
  if (in.plan.zero.stage == 3)
    return named<N>(sym::trainable_partition, as_double(in.symbols.sums.trainable_partition));
  const N ranks = named<N>(sym::zero_ranks, as_double(in.symbols.ranks));
  const N experts = trainable_experts();
  if (!(experts > 0)) return padded_part(trainable(), ranks);
  return padded_part(trainable() - experts, ranks) +
         padded_part(experts, named<N>(sym::expert_ranks, as_double(in.symbols.expert_ranks)));
}

template <class N>
N Clock<N>::stepped_on_host() const {
  if (!in.symbols.offloads_optimizer) return N(0);
  return in.symbols.kept_by_ratio > 0 ? partition() - stepped_on_gpu() : partition();
}

template <class N>
N Clock<N>::stepped_on_gpu() const {
  if (!in.symbols.offloads_optimizer) return partition();
  if (in.symbols.kept_by_ratio <= 0) return N(0);
  return min(partition(), named<N>(sym::kept_by_ratio, as_double(in.symbols.kept_by_ratio)));
}

template <class N>
N Clock<N>::gathered() const {
  const std::int64_t kept = in.symbols.sums.persistent;
  if (!in.traits.keeps_small_tensors || kept <= 0) return weights();
  return weights() - named<N>(sym::persistent, as_double(kept));
}

/// The weights that the forward pass used last are still gathered: half the reuse distance, or a third when
/// recomputing (docs/speed.md#gathers; partitioned_param_coordinator.py:632-664). A block's weights stay
/// gathered from recomputation through backward, unless the block exceeds the reuse distance.
template <class N>
N Clock<N>::gathered_backward(const N& all) const {
  if (!in.traits.gathers_for_backward) return N(0);
  if (in.traits.gathers_by == MessageUnit::block) return all;
  const bool recomputes = in.plan.training.activation_checkpointing == Checkpointing::full;
  const N distance = named<N>(sym::reuse_distance, as_double(in.plan.zero.stage3_max_reuse_distance));
  const N kept = min(all, distance / (recomputes ? 3 : 2));
  return (all - kept) * (gathers_twice(in, value_of(all)) ? 2 : 1);
}

template class Clock<double>;
template class Clock<Words>;

double exposed_communication(const TimeLedger& ledger, Stretch stretch, double micro_batches) {
  double seconds = 0;
  for (const TimeEntry& entry : ledger.entries())
    if (entry.part == TimePart::communication && entry.stretch == stretch) seconds += entry.exposed();
  return seconds / std::max(1.0, micro_batches);
}

}  // namespace zp
