// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/entries.h"

namespace zp {
namespace {

using enum EntryId;

constexpr std::string_view source = "DeepSpeed runtime/zero/stage3.py";
constexpr std::string_view swapper = "DeepSpeed runtime/swap_tensor/partitioned_param_swapper.py:104-131";

constexpr EntryText masters{host_master, "Master weights in host memory",
                            "The fp32 copy the CPU optimizer updates.", source, "zero.offload_optimizer"};
constexpr EntryText states{host_optimizer, "Optimizer states in host memory",
                           "The states of the CPU optimizer; pageable.",
                           "DeepSpeed ops/adam/cpu_adam.py, ops/lion/cpu_lion.py", "zero.offload_optimizer"};
constexpr EntryText gradients{host_gradients, "Gradients in host memory",
                              "The partition's gradients as they arrive, and in fp32 for the CPU optimizer.",
                              source, "zero.offload_optimizer"};
constexpr EntryText arriving_gradients{host_gradients, "Gradients in host memory",
                                       "The partition's gradients as they arrive; in fp32 they are on NVMe.",
                                       source, "zero.offload_optimizer"};
constexpr EntryText optimizer_files{nvme_optimizer, "Optimizer states on NVMe",
                                    "Master, gradients and states of every sub-group of a node's ranks.",
                                    "DeepSpeed runtime/swap_tensor/optimizer_utils.py:180-215",
                                    "zero.offload_optimizer"};
constexpr EntryText optimizer_staging{host_staging, "NVMe staging of the optimizer",
                                      "Pinned buffers that sub-groups pass through, each aligned to files' "
                                      "blocks of 1,024 bytes.",
                                      "DeepSpeed runtime/swap_tensor/optimizer_utils.py:185-190",
                                      "zero.sub_group_size"};
constexpr EntryText gradient_staging{staging_gradient, "Gradient being offloaded",
                                     "One tensor's partition, and its copy in double precision for the norm, "
                                     "of at most 250,000,000 elements at a time, or in fp32.",
                                     "DeepSpeed runtime/zero/stage3.py:1842-1849, 1904-1919 "
                                     "(_constant_buffered_norm2, partition_grads)",
                                     ""};
constexpr EntryText old_gradient_staging{
    buffers_offload_gradient, "Gradients being offloaded",
    "Before 0.6.0 two buffers, kept for the whole run: of the largest tensor's partition, in 0.5.9 and "
    "0.5.10 "
    "of the largest tensor, from 0.3.15 to 0.4.0 of a whole sub-group.",
    "DeepSpeed runtime/zero/stage3.py (temp_grad_gpu_buffer); pull requests 976, 1150 and 1623",
    "zero.sub_group_size"};
constexpr EntryText weights{host_weights, "Weights in host memory",
                            "This rank's part of the weights, pinned: trained ones in one flat buffer, "
                            "frozen ones tensor by tensor.",
                            source, "zero.offload_param"};
constexpr EntryText small_weights{
    host_weights, "Weights in host memory",
    "Partitions too small for a file, and flat pinned buffers for as many as max_in_cpu allows.",
    "DeepSpeed runtime/zero/stage3.py:839-862", "zero.offload_param"};
constexpr EntryText weight_files{
    nvme_weights, "Weights on NVMe", "The larger partitions of the weights of a node's ranks.",
    "DeepSpeed runtime/swap_tensor/partitioned_param_swapper.py:136-142", "zero.offload_param"};
constexpr EntryText weight_staging{
    host_parameter_staging, "NVMe staging of the weights",
    "Pinned buffers that weights pass through, allocated whether needed or not.", swapper,
    "zero.offload_param"};
constexpr EntryText direct_staging{staging_parameters, "NVMe staging of the weights",
                                   "With aio.use_gds the drive reads into buffers in GPU memory.", swapper,
                                   "zero.offload_param"};

/// Returns the size of a file with `bytes` bytes of content: asynchronous files are padded to blocks of 1,024
/// bytes at the default aio.intra_op_parallelism of 1.
template <class N>
N in_blocks(const N& bytes) {
  const N block = 1024;
  return ceil_div(bytes, block) * block;
}

/// Returns true if sub-groups are swapped to NVMe, which requires at least max(1 MiB, aio.block_size) bytes
/// each (swap_tensor/optimizer_utils.py:180).
template <class N>
bool swaps_optimizer(const SymbolsIn<N>& s) {
  return s.optimizer_device == Device::nvme && s.sub_group * s.master_bytes >= bytes_per_mib;
}

/// Elements of which _constant_buffered_norm2 takes the norm at a time.
constexpr std::int64_t most_normed_at_once = 250'000'000;

template <class N>
void add_host_optimizer(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  const N on_host = s.partition - s.kept_by_ratio;
  out.add(masters, s.master_bytes * on_host, Moments::built());
  out.add(states, bytes_for(on_host, s.host_state_bytes), Moments::training());
  out.add(gradients, s.master_bytes * on_host + s.accumulation_bytes * s.partition, Moments::built(),
          plan.zero.offload_optimizer.pin_memory);
}

/// Adds files for master weights, states and fp32 gradients of each sub-group, and buffer_count pinned
/// staging buffers.
template <class N>
void add_nvme_optimizer(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  const auto& m = s.master_bytes;
  const N elements = in_blocks<N>(m * s.partition) / m * s.gpus_per_node;
  out.add(optimizer_files, bytes_for<N>(elements, 2.0 * m + s.host_state_bytes), Moments::training());
  out.add(optimizer_staging,
          named<N>(sym::optimizer_buffers, plan.zero.offload_optimizer.buffer_count) *
              in_blocks<N>(m * s.sub_group),
          Moments::built(), true);
  out.add(arriving_gradients, s.accumulation_bytes * s.partition, Moments::built(),
          plan.zero.offload_optimizer.pin_memory);
}

/// Returns the elements of each of the two buffers through which a gradient's partition passes before 0.6.0.
template <class N>
N old_staged_elements(const DeepSpeedVersion& version, const SymbolsIn<N>& s) {
  constexpr DeepSpeedVersion of_sub_group{0, 3, 15}, of_partition{0, 4, 1}, of_tensor{0, 5, 9};
  if (version >= of_tensor) return s.sums.largest_trained;
  return version >= of_sub_group && version < of_partition ? s.sub_group : s.trained_partition;
}

template <class N>
void add_parameters(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  const auto& b = s.weight_bytes;
  const OffloadParam& offload = plan.zero.offload_param;
  if (s.parameter_device == Device::cpu) {
    out.add(weights, partitioned_weights(plan, s), Moments::built(), true);
    return;
  }
  // With NVMe, large partitions are in files, small ones in host memory, and up to max_in_cpu elements of
  // both in the pinned flat buffers (stage3.py:839-862).
  const N partition = s.partition + s.sums.frozen_partition;
  const N in_files = min(partition, s.sums.swapped_partition);
  const N max_in_cpu = named<N>(sym::max_in_cpu, offload.max_in_cpu);
  out.add(small_weights, b * max(partition - in_files, min(partition, max_in_cpu)), Moments::built(), true);
  out.add(weight_files, b * in_files * s.gpus_per_node, Moments::built());
  N staging = named<N>(sym::weight_buffers, offload.buffer_count) *
              in_blocks<N>(b * named<N>(sym::weight_buffer_size, offload.buffer_size));
  if (partition > max_in_cpu)
    staging += b * s.sub_group;  // a sub-group without a host buffer (stage3.py:956-969)
  if (plan.zero.use_gds)         // partitioned_param_swapper.py:123
    out.add(direct_staging, staging, Moments::built());
  else
    out.add(weight_staging, staging, Moments::built(), true);
}

}  // namespace

template <class N>
void add_stage3_offload(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  if (s.offloads_optimizer) {
    if (swaps_optimizer(s))
      add_nvme_optimizer(out, plan, s);
    else
      add_host_optimizer(out, plan, s);
    constexpr DeepSpeedVersion stages_no_more{0, 6, 0};
    if (const DeepSpeedVersion& version = plan.target.deepspeed_version; version < stages_no_more)
      out.add(old_gradient_staging, 2 * s.weight_bytes * old_staged_elements(version, s), Moments::built());
    const N of_norm = 8 * min(s.trained_partition, N(most_normed_at_once));
    out.add(gradient_staging,
            s.accumulation_bytes * s.trained_partition + max(of_norm, 4 * s.trained_partition),
            Moments::of(Moment::backward_first, Moment::backward_last));
  }
  if (s.parameter_device != Device::none) add_parameters(out, plan, s);
}

template void add_stage3_offload(Entries<std::int64_t>&, const Plan&, const Symbols&);
template void add_stage3_offload(Entries<Words>&, const Plan&, const SymbolsIn<Words>&);

}  // namespace zp
