// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/memory/entries.h"

namespace zp {
namespace {

/// Asynchronous files are laid out in blocks of this many bytes at the default aio.intra_op_parallelism of 1.
constexpr std::int64_t io_block_bytes = 1024;

std::int64_t io_align(std::int64_t elements, int element_bytes) {
  const std::int64_t block = std::max<std::int64_t>(1, io_block_bytes / element_bytes);
  return (elements + block - 1) / block * block;
}

/// A sub-group goes to NVMe when it has at least max(1 MiB, aio.block_size) bytes
/// (swap_tensor/optimizer_utils.py:180).
bool swaps_optimizer(const Symbols& s) {
  return s.optimizer_device == Device::nvme && s.sub_group * s.master_bytes >= bytes_per_mib;
}

void add_host_optimizer(Ledger& ledger, const Plan& plan, const Symbols& s) {
  const std::int64_t on_host = s.partition - s.kept_by_ratio;
  const bool pinned = plan.zero.offload_optimizer.pin_memory;
  ledger.add(EntryId::host_master, Component::master_weights, Place::cpu, bytes_for(on_host, s.master_bytes),
             Moments::built());
  ledger.add(EntryId::host_optimizer, Component::optimizer_states, Place::cpu,
             bytes_for(on_host, s.host_state_bytes), Moments::training());
  ledger.add(EntryId::host_gradients, Component::gradients, Place::cpu,
             bytes_for(on_host, s.master_bytes) + bytes_for(s.partition, s.accumulation_bytes),
             Moments::built(), pinned);
}

/// Master, states and fp32 gradients of each sub-group in files; a pinned staging buffer for each of
/// buffer_count.
void add_nvme_optimizer(Ledger& ledger, const Plan& plan, const Symbols& s) {
  const std::int64_t elements = io_align(s.partition, s.master_bytes);
  const double bytes_each = 2.0 * s.master_bytes + s.host_state_bytes;
  ledger.add(EntryId::nvme_optimizer, Component::optimizer_states, Place::nvme,
             bytes_for(elements * s.gpus_per_node, bytes_each), Moments::training());
  ledger.add(EntryId::host_staging, Component::offload_staging, Place::cpu,
             bytes_for(plan.zero.offload_optimizer.buffer_count * io_align(s.sub_group, s.master_bytes),
                       s.master_bytes),
             Moments::built(), true);
  ledger.add(EntryId::host_gradients, Component::gradients, Place::cpu,
             bytes_for(s.partition, s.accumulation_bytes), Moments::built(),
             plan.zero.offload_optimizer.pin_memory);
}

void add_parameters(Ledger& ledger, const Plan& plan, const Symbols& s) {
  const int b = s.weight_bytes;
  const OffloadParam& offload = plan.zero.offload_param;
  const std::int64_t partition = s.partition + s.sums.frozen_partition;
  if (s.parameter_device == Device::cpu) {
    ledger.add(EntryId::host_weights, Component::parameters, Place::cpu,
               bytes_for(s.partition, b) + frozen_weights(plan, s), Moments::built(), true);
    return;
  }
  // On NVMe: large partitions in files, small ones in host memory, and up to max_in_cpu elements of either in
  // the pinned flat buffers (stage3.py:839-862).
  const std::int64_t small = partition - std::min(partition, s.sums.swapped_partition);
  const std::int64_t in_host = std::max(small, std::min(partition, offload.max_in_cpu));
  ledger.add(EntryId::host_weights, Component::parameters, Place::cpu, bytes_for(in_host, b),
             Moments::built(), true);
  ledger.add(EntryId::nvme_weights, Component::parameters, Place::nvme,
             bytes_for((partition - small) * s.gpus_per_node, b), Moments::built());
  std::int64_t staging = offload.buffer_count * io_align(offload.buffer_size, b);
  if (partition > offload.max_in_cpu)
    staging += s.sub_group;  // a sub-group without a host buffer (stage3.py:956-969)
  if (plan.zero.use_gds)     // partitioned_param_swapper.py:123
    ledger.add(EntryId::staging_parameters, Component::offload_staging, Place::gpu, bytes_for(staging, b),
               Moments::built());
  else
    ledger.add(EntryId::host_parameter_staging, Component::offload_staging, Place::cpu, bytes_for(staging, b),
               Moments::built(), true);
}

}  // namespace

void add_stage3_offload(Ledger& ledger, const Plan& plan, const Symbols& s) {
  if (s.offloads_optimizer) {
    if (swaps_optimizer(s))
      add_nvme_optimizer(ledger, plan, s);
    else
      add_host_optimizer(ledger, plan, s);
    // One tensor's gradient partition on its way to the host, with its fp32 copy.
    ledger.add(EntryId::staging_gradient, Component::offload_staging, Place::gpu,
               bytes_for((s.sums.largest + s.ranks - 1) / s.ranks, s.accumulation_bytes + 4),
               Moments::of(Moment::backward_first, Moment::backward_last));
  }
  if (s.parameter_device != Device::none) add_parameters(ledger, plan, s);
}

}  // namespace zp
