// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/sharding/framework.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/sharding/deep_compile.h"
#include "core/sharding/offload_engine.h"
#include "core/sharding/pipeline.h"
#include "core/sharding/types_of.h"
#include "core/units/quantity.h"

namespace zp {
namespace {

/// Bytes of a reduction bucket of PyTorch's DistributedDataParallel: 25 MiB (bucket_cap_mb).
constexpr std::int64_t ddp_bucket_bytes = 25 * bytes_per_mib;

/// Elements of a bucket at stage 0, which ignores reduce_bucket_size (DeepSpeed runtime/engine.py,
/// MEMORY_OPT_ALLREDUCE_SIZE).
constexpr std::int64_t stage0_bucket_elements = 500'000'000;

/// Returns true if expert blocks are leaf modules. Only stage 3 has these; the program or DeepSpeed declares
/// them.
bool has_expert_leaves(const Plan& plan) {
  const LeafModules leaves = plan.zero.leaf_modules;
  return plan.zero.stage == 3 &&
         (leaves == LeafModules::experts ||
          (leaves == LeafModules::automatic && has_leaves_by_default(plan.target.deepspeed_version)));
}

/// Returns true for 0.18.5 and 0.18.6, in which every gradient hook counts the parameters in use (pull
/// requests 7780 and 7886).
bool counts_hooks_in_each(const DeepSpeedVersion& version) {
  return version >= DeepSpeedVersion{0, 18, 5} && version <= DeepSpeedVersion{0, 18, 6};
}

/// Returns true if overlap_comm lets the backward pass continue while its own gradients are reduced. Stage 1
/// ignored the key from 0.4.4 to 0.12.6 (pull requests 1246 and 4887). At stages 1 and 2 the two are
/// sequential from 0.14.3 (pull request 5606) until 0.19.0 (pull request 7965), as profiles of 0.15 to 0.18
/// show (issues 6685 and 7804; NVlabs/alpamayo-recipes pull request 24, which finds no overlap in 0.18.2 and
/// overlap in 0.19.1).
bool reduces_beside_backward(const Plan& plan) {
  const DeepSpeedVersion& version = plan.target.deepspeed_version;
  if (plan.zero.stage == 3) return true;
  if (plan.zero.stage == 1 && version >= DeepSpeedVersion{0, 4, 4} && version < DeepSpeedVersion{0, 13, 0})
    return false;
  return version < DeepSpeedVersion{0, 14, 3} || version >= DeepSpeedVersion{0, 19, 0};
}

/// Returns true if stage 3's host code waits for the GPU before each gather and at each module that needs one
/// (0.5.10: partition_parameters.py, _allgather_param and _allgather_params_coalesced; stage3.py,
/// _synchronize_communication; each calls torch.cuda.synchronize). A gather then overlaps with the kernels of
/// at most one module; this model counts no overlap. Pull request 1453, released with 0.6.0, removed the
/// waits and made steps on 64 A100 1.7 times as fast.
bool waits_at_each_gather(const Plan& plan) {
  return plan.zero.stage == 3 && plan.target.deepspeed_version < DeepSpeedVersion{0, 6, 0};
}

/// Returns true if each reduced gradient of the last micro batch is copied to the host synchronously
/// (stage3.py, partition_grads, `fp32_grad_tensor.copy_` without non_blocking): from pull request 1453,
/// released with 0.6.0, until 8207, released with 0.19.5.
bool waits_for_host_copies(const Plan& plan) {
  const DeepSpeedVersion& version = plan.target.deepspeed_version;
  return plan.zero.stage == 3 && plan.zero.offload_optimizer.device == Device::cpu &&
         version >= DeepSpeedVersion{0, 6, 0} && version < DeepSpeedVersion{0, 19, 5};
}

/// Returns true if those copies convert 16 bits to fp32 on the host, as PyTorch does in a synchronous copy
/// (ATen/native/cuda/Copy.cu, copy_kernel_cuda). Since pull request 6670, released with 0.15.4, the GPU
/// converts.
bool converts_gradients_on_host(const Plan& plan) {
  return waits_for_host_copies(plan) && plan.target.deepspeed_version < DeepSpeedVersion{0, 15, 4};
}

/// Returns true if gradients are in pageable host memory. Stage 3 pins their buffers if offload_optimizer
/// says so (stage3.py, offload_optimizer_pin_memory); so do stages 1 and 2 since pull request 4131, released
/// with 0.10.1. Before it, stages 1 and 2 always pinned them.
bool has_pageable_gradients(const Plan& plan) {
  const OffloadOptimizer& offload = plan.zero.offload_optimizer;
  if (offload.device != Device::cpu || offload.pin_memory) return false;
  return plan.zero.stage == 3 || plan.target.deepspeed_version >= DeepSpeedVersion{0, 10, 1};
}

/// Returns how the weights that the host has stepped get to the GPU. Stage 3: stage3.py,
/// _reassign_or_swap_out_partitioned_parameters. Stages 1 and 2: stage_1_and_2.py, step, with pull requests
/// 3097 (0.9.0), 5301 (0.14.1) and 7309 (0.17.0); before them csrc/adam/cpu_adam.cpp, launch_param_update.
HostWeights host_weights(const Plan& plan) {
  const DeepSpeedVersion& version = plan.target.deepspeed_version;
  if (plan.zero.zenflow.overlap_step && offload_engine(plan) == OffloadEngine::zenflow)
    return HostWeights::pageable;  // from memory shared with the process (wait_last_update_and_copy)
  if (plan.zero.stage == 3)
    return plan.zero.offload_param.device == Device::none ? HostWeights::pageable : HostWeights::pinned;
  if (version < DeepSpeedVersion{0, 9, 0}) return HostWeights::by_tiles;
  if (version < DeepSpeedVersion{0, 14, 1}) return HostWeights::pageable;
  return version < DeepSpeedVersion{0, 17, 0} ? HostWeights::in_fp32 : HostWeights::pinned;
}

/// Applies the differences of DeepCompile: gathers and reductions are graph operations on their own streams,
/// without Python hooks and without persistent whole tensors. A pass moves gathers earlier, unless an offload
/// pass takes its place (compile/init_z3.py, init_z1_and_2.py).
void compile(FrameworkTraits& traits, const Plan& plan) {
  traits.has_tensor_hooks = traits.has_gradient_hooks = traits.counts_gradient_hooks = false;
  traits.has_expert_leaves = traits.keeps_small_tensors = false;
  traits.overlaps_gathers = !parks_states(plan) && !cycles_weights(plan) && !moves_activations(plan);
  traits.overlaps_reduction = traits.hides_reduction = plan.training.pipeline_parallel <= 1;
}

/// Returns DeepSpeed's traits, derived in docs/memory.md#model-states and docs/speed.md#volumes.
FrameworkTraits deepspeed_traits(const Plan& plan) {
  const Zero& zero = plan.zero;
  const bool is_stage3 = zero.stage == 3;
  FrameworkTraits traits;
  const bool is_pipelined = plan.training.pipeline_parallel > 1;
  traits.partitions_states = zero.stage >= 1 || partitions_at_stage0(plan);
  traits.partitions_gradients = zero.stage >= 2;
  traits.partitions_weights = is_stage3;
  traits.gathers_for_backward = is_stage3;
  traits.overlaps_gathers = zero.overlaps() && !waits_at_each_gather(plan);
  traits.keeps_small_tensors = is_stage3;
  traits.quantizes_weights = is_stage3 && zero.zero_quantized_weights;
  traits.has_tensor_hooks = is_stage3;
  traits.has_gradient_hooks = zero.stage >= 1;
  traits.counts_gradient_hooks = zero.stage >= 1 && counts_hooks_in_each(plan.target.deepspeed_version);
  traits.has_expert_leaves = has_expert_leaves(plan);
  traits.bucket_elements = zero.stage == 0 ? stage0_bucket_elements : zero.reduce_bucket_size;
  traits.reduces_every_micro_batch = zero.stage >= 2;
  // Stages 1 and 2 all-reduce the bucket and each rank keeps its slice, unless each slice is reduced to its
  // owner (stage_1_and_2.py, allreduce_and_scatter).
  traits.all_reduces =
      zero.stage == 0 || !zero.reduce_scatter || (!is_stage3 && zero.use_multi_rank_bucket_allreduce);
  traits.reduces_to_owners = !traits.all_reduces && !is_stage3;
  // Stage 0 reduces after the backward pass (engine.py, buffered_allreduce_fallback); so does a pipeline,
  // where overlap_comm is switched off (_configure_zero_optimizer).
  traits.overlaps_reduction = zero.stage > 0 && zero.overlaps() && !is_pipelined;
  traits.hides_reduction = traits.overlaps_reduction && reduces_beside_backward(plan);
  traits.waits_for_host_copies = waits_for_host_copies(plan);
  traits.converts_gradients_on_host = converts_gradients_on_host(plan);
  traits.has_pageable_gradients = has_pageable_gradients(plan);
  traits.host_weights = host_weights(plan);
  traits.quantizes_gradients = is_stage3 && zero.zero_quantized_gradients;
  // Three copies: into the bucket, the division by the number of ranks, and the sorting by rank (stage 0:
  // flatten, divide, copy back).
  traits.gradient_copies = 3 - (zero.stage > 0 && !zero.contiguous_gradients ? 1 : 0);
  traits.copies_gathered = is_stage3;
  traits.is_tuned_by_zero = true;
  if (plan.training.deepcompile.enabled && has_deep_compile(plan)) compile(traits, plan);
  return traits;
}

/// Returns the traits of the framework fsdp. Stage 0 is DistributedDataParallel, 1 a distributed optimizer
/// (Megatron-LM's, ZeroRedundancyOptimizer), 2 FSDP's SHARD_GRAD_OP, which keeps gathered weights from
/// forward to backward, 3 FULL_SHARD.
FrameworkTraits fsdp_traits(const Plan& plan) {
  const int stage = plan.zero.stage;
  FrameworkTraits traits;
  traits.partitions_states = stage >= 1;
  traits.partitions_gradients = traits.partitions_weights = stage >= 2;
  traits.gathers_by = MessageUnit::block;
  traits.gathers_for_backward = stage == 3;
  traits.overlaps_gathers = true;
  traits.reduces_by = stage == 0 ? MessageUnit::bucket : MessageUnit::block;
  traits.bucket_elements = ddp_bucket_bytes / bytes_of(types_of(plan).reduced);
  // Stages of a pipeline reduce after their last micro batch (torch distributed/pipelining/stage.py,
  // backward_maybe_with_nosync).
  traits.reduces_every_micro_batch = stage >= 2 && plan.training.pipeline_parallel <= 1;
  traits.all_reduces = stage == 0;
  traits.overlaps_reduction = traits.hides_reduction = stage != 1 && plan.training.pipeline_parallel <= 1;
  // Gradients are copied into the reduce-scatter buffer (_fsdp_collectives.py,
  // foreach_reduce_scatter_copy_in); DDP copies them into its bucket and back (gradient_as_bucket_view is off
  // by default).
  traits.gradient_copies = stage == 0 ? 2 : 1;
  traits.recomputes_needed = stage >= 2;
  return traits;
}

std::string_view deepspeed_gathers(const Plan& /*plan*/) {
  return "ZeRO, arXiv 1910.02054, section 7.2.2; DeepSpeed runtime/zero/partitioned_param_coordinator.py, "
         "fetch_sub_module";
}
std::string_view deepspeed_reduction(const Plan& plan) {
  if (plan.zero.stage == 0) return "DeepSpeed runtime/engine.py, buffered_allreduce_fallback";
  if (plan.zero.stage == 3) return "DeepSpeed runtime/zero/stage3.py; ZeRO, arXiv 1910.02054, section 7.2.2";
  return "DeepSpeed runtime/zero/stage_1_and_2.py, allreduce_and_scatter; ZeRO, arXiv 1910.02054, section "
         "7.2.1";
}

std::string_view fsdp_gathers(const Plan& /*plan*/) {
  return "PyTorch FSDP, arXiv 2304.11277, sections 3.2 and 3.3";
}
std::string_view fsdp_reduction(const Plan& plan) {
  return plan.zero.stage == 0 ? "PyTorch DistributedDataParallel, arXiv 2006.15704, section 3.2"
                              : fsdp_gathers(plan);
}

struct FrameworkRow {
  Framework framework{};
  FrameworkTraits (*traits)(const Plan&) = nullptr;
  std::string_view (*gathers)(const Plan&) = nullptr;
  std::string_view (*reduction)(const Plan&) = nullptr;
};
constexpr std::array framework_rows = {
    FrameworkRow{Framework::deepspeed, deepspeed_traits, deepspeed_gathers, deepspeed_reduction},
    FrameworkRow{Framework::fsdp, fsdp_traits, fsdp_gathers, fsdp_reduction}};
static_assert(std::ranges::all_of(framework_rows, [](const FrameworkRow& row) {
  return &row == &framework_rows[static_cast<std::size_t>(row.framework)];
}));

const FrameworkRow& row_of(const Plan& plan) {
  return framework_rows[static_cast<std::size_t>(plan.training.framework)];
}

}  // namespace

FrameworkTraits traits_of(const Plan& plan) {
  FrameworkTraits traits = row_of(plan).traits(plan);
  traits.autocasts = casts_products(types_of(plan));
  if (const Recompute stated = plan.training.recompute; stated != Recompute::automatic)
    traits.recomputes_needed = stated == Recompute::needed;
  return traits;
}
std::string_view source_of_gathers(const Plan& plan) { return row_of(plan).gathers(plan); }
std::string_view source_of_reduction(const Plan& plan) { return row_of(plan).reduction(plan); }

}  // namespace zp
