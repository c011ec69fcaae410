// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/memory/entries.h"

namespace zp {
namespace {

constexpr Moments in_passes = Moments::of(Moment::forward) | Moments::backward();

}  // namespace

/// LIVE and GATHER of memory-truth §6.2. A single rank gathers nothing: its weights are a view of the
/// partition (partition_parameters.py, NoGatherHandle), or one copy when they come from the host.
void add_gathered(Ledger& ledger, const Plan& plan, const Symbols& s) {
  const Zero& zero = plan.zero;
  const bool from_host = s.parameter_device != Device::none;
  if (s.world == 1 && !from_host) return;
  const int b = s.weight_bytes;
  const std::int64_t all = s.sums.trainable + s.sums.frozen;
  const std::int64_t unit = s.sums.largest;
  const std::int64_t visits = plan.training.activation_checkpointing == Checkpointing::full ? 3 : 2;
  const std::int64_t turn = std::max(unit, zero.stage3_max_reuse_distance / visits);

  ledger.add(EntryId::gathered_persistent, Component::gathered_parameters, Place::gpu,
             bytes_for(s.sums.persistent, b), Moments::training());
  const auto with_prefetch = [&](std::int64_t fetched) {
    const std::int64_t room = std::max<std::int64_t>(0, zero.stage3_max_live_parameters - fetched);
    return std::min(all, fetched + std::min(zero.stage3_prefetch_bucket_size, room));
  };
  const std::int64_t live = with_prefetch(unit);
  const std::int64_t at_turn = with_prefetch(turn);
  ledger.add(EntryId::gathered_live, Component::gathered_parameters, Place::gpu, bytes_for(live, b),
             in_passes);
  ledger.add(EntryId::gathered_kept, Component::gathered_parameters, Place::gpu,
             bytes_for(std::max<std::int64_t>(0, at_turn - live), b),
             Moments::of(Moment::forward, Moment::backward_head, Moment::backward_first));
  // Tensors arrive in one flat buffer and are copied out of it, unless they are gathered in place, one by
  // one; quantised they arrive as 8-bit integers (partition_parameters.py:1356-1508, 1570).
  const bool in_place = zero.stage3_allgather_sequential || zero.stage3_use_all_reduce_for_fetch_params;
  const std::int64_t batch = std::min(all, std::max(unit, zero.stage3_prefetch_bucket_size));
  if (s.world > 1 && zero.zero_quantized_weights)
    ledger.add(EntryId::gathered_receive, Component::gathered_parameters, Place::gpu, bytes_for(batch, 1),
               in_passes);
  else if (s.world > 1 && !in_place)
    ledger.add(EntryId::gathered_receive, Component::gathered_parameters, Place::gpu, bytes_for(batch, b),
               in_passes);
  if (zero.zero_hpz_partition_size > 1)
    ledger.add(
        EntryId::gathered_secondary, Component::gathered_parameters, Place::gpu,
        bytes_for((s.sums.trainable + zero.zero_hpz_partition_size - 1) / zero.zero_hpz_partition_size, b),
        Moments::training());
}

}  // namespace zp
