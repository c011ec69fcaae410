// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/memory/entries.h"
#include "core/sharding/swap_buffers.h"

namespace zp {
namespace {

/// Returns the most weights gathered or prefetched at a time: the active one and those that follow in module
/// order until the prefetch bucket is full, including the one that exceeds it
/// (partitioned_param_coordinator.py:452-457). Tensors with partitions in host memory need no buffer.
std::int64_t weights_in_flight(std::span<const TensorKind> kinds, const Plan& plan, const Symbols& s) {
  const std::int64_t smallest = bytes_per_mib / s.weight_bytes;
  const auto in_file =
      [&](const TensorKind& kind) -> std::int64_t {  // elements of a swapped tensor, 0 for others
    const LocalTensor mine = s.parallel.local(kind);
    return mine.numel >= smallest * mine.ranks ? mine.numel : 0;
  };
  // `count` tensors with `fetched` elements follow the first one, up to `next`.
  std::int64_t most = 0, fetched = 0, count = 0;
  std::size_t next = 0;
  for (const TensorKind& first : kinds) {
    const std::int64_t at_work = in_file(first);
    if (at_work == 0) continue;
    if (count > 0) {
      fetched -= at_work;
      --count;
    }
    next = std::max(next, static_cast<std::size_t>(&first - kinds.data()) + 1);
    for (; next < kinds.size() && fetched < plan.zero.stage3_prefetch_bucket_size; ++next)
      if (const std::int64_t more = in_file(kinds[next]); more > 0) {
        fetched += more;
        ++count;
      }
    most = std::max(most, 1 + count);
  }
  return most;
}

}  // namespace

SwapBuffers smallest_swap_buffers(const Plan& plan, const Symbols& s, std::span<const TensorKind> kinds) {
  SwapBuffers buffers;
  if (s.optimizer_device == Device::nvme)
    buffers.optimizer_buffer_count = optimizer_buffers_needed(plan, s.sub_groups);
  if (s.parameter_device == Device::nvme) {
    buffers.parameter_buffer_count = weights_in_flight(kinds, plan, s);
    buffers.parameter_buffer_size = s.largest_partition;
  }
  return buffers;
}

namespace {

/// Converts elements of one rank to the total over ranks that hold different ones. `experts` of the
/// `elements` belong to experts divided among ranks.
std::int64_t over_all_ranks(const Symbols& s, std::int64_t elements, std::int64_t experts) {
  return (elements - experts) * s.parallel.tensor.ranks + experts * s.parallel.expert.ranks;
}

}  // namespace

std::int64_t saved_trained_elements(const Symbols& s) {
  return over_all_ranks(s, s.sums.trainable, s.sums.trainable_experts);
}

CheckpointSize checkpoint_size(const Plan& plan, const Symbols& s) {
  const std::int64_t trained = saved_trained_elements(s);
  const std::int64_t all = over_all_ranks(s, s.sums.trainable + s.sums.frozen, s.sums.experts);
  const Bytes weights(all * s.weight_bytes);
  const int master = s.is_16_bit || plan.zero.stage == 1 || plan.zero.stage == 2 ? s.master_bytes : 0;
  const double states = s.offloads_optimizer ? s.host_state_bytes : s.state_bytes;
  // At stage 3 a module's weights are empty when saved, except frozen ones (engine.py, _save_checkpoint:
  // frozen_param_fragments).
  const bool is_stage3 = plan.zero.stage == 3 && plan.training.framework == Framework::deepspeed;
  const Bytes kept = is_stage3 ? weights - Bytes(trained * s.weight_bytes) : weights;
  return {weights, kept + Bytes(bytes_for(trained, master + states))};
}

}  // namespace zp
