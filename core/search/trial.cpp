// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/trial.h"

#include <algorithm>

#include "core/memory/estimate.h"
#include "core/speed/step_time.h"

namespace zp {
namespace {

Bytes with_margin(Bytes expected, Bytes high, double margin) {
  if (margin >= 1) return high;
  return expected + bytes_of(margin * static_cast<double>((high - expected).value()));
}

}  // namespace

void Trial::estimate(Estimated& option) {
  ++estimated_;
  plan_.training.shard_ranks = origin_.training.shard_ranks;
  for (const Dimension& dimension : dimensions())
    dimension.set(plan_, option.pick[static_cast<std::size_t>(dimension.id)]);
  plan_.zero.offload_optimizer.buffer_count = origin_.zero.offload_optimizer.buffer_count;
  plan_.zero.offload_param.buffer_count = origin_.zero.offload_param.buffer_count;
  plan_.zero.offload_param.buffer_size = origin_.zero.offload_param.buffer_size;
  const Basis basis(plan_, tensors_);  // the basis is the same for all sizes of swap buffers
  MemoryEstimate memory = estimate_memory(basis);
  if (widen_swap_buffers(plan_, memory.nvme.smallest_buffers)) memory = estimate_memory(basis);
  if (const std::optional<double> margin = demand_.margin) {
    option.gpu = with_margin(memory.gpu.peak, memory.gpu.peak_range.high, *margin);
    option.host = with_margin(memory.cpu.needed_per_node(), memory.cpu.needed_range.high, *margin);
    option.drive = with_margin(memory.nvme.per_node, memory.nvme.per_node_range.high, *margin);
  } else {
    option.gpu = memory.gpu.peak_without_cache;
    option.host = memory.cpu.needed_per_node();
    option.drive = memory.nvme.per_node;
  }
  const Entry* apart = memory.ledger.find(EntryId::buffers_large_gradient);
  option.least_gpu = apart == nullptr ? option.gpu : option.gpu - apart->high;
  const StepTime time = estimate_speed(basis);
  if (time.is_known) {
    const auto sequences = static_cast<double>(train_batch_size(plan_));
    option.seconds = time.total / sequences;
    // Copying into the collectives' buffers is GPU work, not a wait.
    const TimeEntry* copies = time.ledger.find(TimeId::copies);
    const double waits = time.exposed_communication - (copies == nullptr ? 0 : copies->exposed());
    option.collectives = (time.communication - (copies == nullptr ? 0 : copies->busy)) / sequences;
    option.least_seconds = (time.total - waits) / sequences;
    option.waits = waits / sequences;
    option.kernels = (time.kernels + time.ledger.busy(TimeId::scoring)) / sequences;
  }
}

}  // namespace zp
