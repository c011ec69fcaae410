// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/entries.h"
#include "core/memory/torch_optimizer.h"

namespace zp {
namespace {

using enum EntryId;

constexpr std::string_view source = "DeepSpeed runtime/zero/stage_1_and_2.py";
constexpr std::string_view offload = "zero.offload_optimizer";

constexpr EntryText weights{states_weights, "Weights", "The weights, whole on every GPU.", source,
                            "zero.stage"};
constexpr EntryText master{states_master, "Master weights", "The fp32 copy that the optimizer updates.",
                           source, offload};
constexpr EntryText states{states_optimizer, "Optimizer states",
                           "The optimizer's states of every parameter (Adam: two fp32 moments).", source,
                           offload};
constexpr EntryText first_states{
    states_optimizer_leftover, "Leftover Adagrad states",
    "torch Adagrad makes a state for the original weights in its constructor; ZeRO never frees it.", source,
    "training.optimizer"};

constexpr EntryText bf16_gradients{states_accumulated_gradients, "fp32 gradients",
                                   "BF16_Optimizer accumulates every gradient in fp32, not partitioned.",
                                   "DeepSpeed runtime/bf16_optimizer.py:140-212",
                                   "training.gradient_accumulation_dtype"};
constexpr EntryText whole_gradients{states_gradients, "Gradients", "Every gradient, whole on every GPU.",
                                    source, "zero.stage"};
constexpr EntryText allreduce{buffers_allreduce, "All-reduce copy",
                              "Gradients are reduced through one flat copy of at most 500,000,000 elements.",
                              "DeepSpeed runtime/engine.py:160, 3691-3702",
                              "training.gradient_accumulation_dtype"};
constexpr EntryText reduced_gradients{states_accumulated_gradients, "Reduced gradients",
                                      "The reduced partition, copied while the full gradients still exist.",
                                      "DeepSpeed runtime/zero/stage_1_and_2.py:1670-1690", "zero.stage"};
constexpr EntryText own_gradients{states_gradients, "Gradients", "The gradients of this rank's partition.",
                                  source, offload};
constexpr EntryText border_gradients{
    states_gradient_borders, "Gradients across borders",
    "The gradient buffer holds every tensor that touches the partition in full; each of its two borders cuts "
    "a tensor, in half on average.",
    "DeepSpeed runtime/zero/stage_1_and_2.py:1670-1690", offload};
constexpr EntryText accumulated_gradients{
    states_accumulated_gradients, "Accumulated gradients",
    "The sum over earlier micro batches, in addition to the current one's partition.",
    "DeepSpeed runtime/zero/stage_1_and_2.py:935-944", "training.gradient_accumulation_steps"};

constexpr EntryText bucket{
    buffers_reduce, "Reduce bucket",
    "Gradients wait here for their reduction; with overlap_comm two buckets take turns.",
    "DeepSpeed runtime/zero/stage_1_and_2.py:2493-2516 (setup_buckets)", "zero.reduce_bucket_size"};
constexpr EntryText buckets_of_types{
    buffers_reduce, "Reduce buckets",
    "Gradients wait here for their reduction: under torch_autocast those of linear layers in one bucket, the "
    "others in a second; with overlap_comm two of each take turns.",
    "DeepSpeed runtime/zero/stage_1_and_2.py:541-548, 2493-2516 (setup_buckets)", "zero.reduce_bucket_size"};
constexpr EntryText waiting_gradients{
    buffers_waiting_gradients, "Gradients waiting to be reduced",
    "Without contiguous_gradients the gradients of other ranks stay where they were made until their bucket "
    "is reduced.",
    "DeepSpeed runtime/zero/stage_1_and_2.py (reduce_ipg_grads)", "zero.contiguous_gradients"};
constexpr EntryText large_gradient{buffers_large_gradient, "Gradient larger than the bucket",
                                   "A tensor larger than the bucket is reduced on its own.", source,
                                   "zero.reduce_bucket_size"};
constexpr EntryText bucket_copy{buffers_reduce_copy, "Copy of the reduce bucket",
                                "A bucket that spans partitions is concatenated again before the collective.",
                                "DeepSpeed runtime/zero/stage_1_and_2.py:1833-1867 (allreduce_bucket)",
                                "zero.reduce_bucket_size"};
constexpr EntryText cast{buffers_communication_cast, "Bucket in the communication type",
                         "The bucket cast to communication_data_type for the collective.",
                         "DeepSpeed runtime/zero/stage_1_and_2.py (allreduce_bucket)",
                         "deepspeed_config.communication_data_type"};

constexpr EntryText norm{step_norm, "Gradient norm",
                         "The largest gradient, or the partition's part of it, in double precision.", source,
                         ""};
constexpr EntryText flat_gradients{step_flat_gradients, "Flat gradients",
                                   "The gradients of the partition, joined into one tensor before the cast.",
                                   source, offload};
constexpr EntryText fp32_gradients{step_fp32_gradients, "fp32 gradients",
                                   "The gradients in fp32 that the optimizer reads while it steps.", source,
                                   offload};

constexpr EntryText temporaries{step_optimizer, "Optimizer temporaries",
                                "torch's AdamW applies one operation after another to the whole partition, "
                                "and holds the square root of the second moment, before PyTorch 2.1 twice; "
                                "counted beyond the flat gradients, which are freed by then.",
                                "torch/optim/adamw.py, _multi_tensor_adamw", "training.optimizer_kernel"};
constexpr EntryText step_workspace{step_optimizer, "Optimizer workspace",
                                   "The results of the operations on one flat tensor, counted beyond the "
                                   "flat gradients, which are freed by then (docs/memory.md#optimizer-step).",
                                   "core/plan/optimizers.cpp, the row's source", "training.optimizer"};

constexpr EntryText gpu_gradient{buffers_offload_gradient, "Gradient being offloaded",
                                 "One buffer of the largest tensor, kept for the whole run.",
                                 "DeepSpeed runtime/zero/stage_1_and_2.py:591-593", ""};
constexpr EntryText gradient_checks{
    staging_gradient, "Checks of a gradient",
    "One tensor's part before it goes to the host: in double precision for the norm, in fp32 with masks for "
    "the overflow check, and in fp32 for the copy, one after another.",
    "DeepSpeed runtime/zero/stage_1_and_2.py (copy_grads_in_partition, set_norm_for_param_grad_in_gpu, "
    "_has_inf_or_nan)",
    ""};
constexpr EntryText host_masters{host_master, "Master weights in host memory",
                                 "The fp32 copy the CPU optimizer updates.", source, offload};
constexpr EntryText host_gradient{
    host_gradients, "Gradients in host memory",
    "The fp32 gradient the CPU optimizer reads; with several micro batches also the sum of earlier ones.",
    source, offload};
constexpr EntryText host_weight{host_weights, "Weights in host memory",
                                "The updated weights on their way back to the GPU, pinned.", source, offload};
constexpr EntryText host_states{host_optimizer, "Optimizer states in host memory",
                                "The states of the CPU optimizer; pageable.",
                                "DeepSpeed ops/adam/cpu_adam.py, ops/lion/cpu_lion.py", offload};
constexpr EntryText host_temporary{host_temporary_gradient, "Temporary gradient",
                                   "One buffer of the largest tensor, pinned.",
                                   "DeepSpeed runtime/zero/stage_1_and_2.py:585-590", ""};
constexpr EntryText building{init_workspace, "Copies during engine setup",
                             "Weights and their flat or converted copy exist together.",
                             "DeepSpeed runtime/zero/stage_1_and_2.py:390-459, 492, 837-854", ""};

constexpr Moments at_end = Moments::of(Moment::backward_last, Moment::step);
constexpr Moments in_blocks = Moments::of(Moment::backward_first, Moment::backward_last);

/// Adds the bf16 gradients under BF16_Optimizer (stage 1 with fp32 accumulation, partitions_at_stage0), which
/// keeps every gradient in fp32 and not partitioned.
template <class N>
void add_bf16_optimizer_gradients(Entries<N>& out, const SymbolsIn<N>& s) {
  out.add(bf16_gradients, s.accumulation_bytes * s.padded, Moments::built());
  out.add(whole_gradients, s.weight_bytes * s.sums.trainable, through_accumulation(s, at_end));
  if (s.parallel.zero.ranks > 1)
    out.add(allreduce, s.accumulation_bytes * min(s.padded, N(allreduce_elements)),
            Moments::of(Moment::backward_last));
  if (s.accumulation_bytes != 4)  // bf16_optimizer.py, _update_hp_grads_func: the partition's in fp32
    out.add(fp32_gradients, 4 * s.partition, Moments::of(Moment::step));
}

template <class N>
void add_gradients(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  const auto& b = s.weight_bytes;
  if (plan.zero.stage == 1) {
    // A differing accumulation type replaces .grad by a tensor of that type (stage_1_and_2.py:357-364).
    out.add(whole_gradients, s.accumulation_bytes * s.trained_at_once, through_accumulation(s, at_end));
    if (!s.offloads_optimizer) out.add(reduced_gradients, b * s.partition_at_once, at_end);
    return;
  }
  if (s.offloads_optimizer) return;
  const Moments alive = through_accumulation(s, at_end | Moments::of(Moment::backward_first));
  out.add(own_gradients, b * s.partition_at_once, alive);
  if (s.parallel.shard.ranks > 1) {
    // A border lies inside a tensor, half of it on average, and a partition has two borders; at worst both
    // cut the largest.
    const N worst = 2 * b * s.sums.largest_trained;
    out.add_range(border_gradients, N(0), min(whole_bytes(b * s.sums.mean_at_border), worst), worst, alive);
  }
  if (s.accumulates) out.add(accumulated_gradients, b * s.partition_at_once, in_blocks);
}

/// Returns the elements of one bucket. Until 0.4.0 stage 2 allocated 4.5 times reduce_bucket_size, because a
/// tensor was copied in before the bucket was known to be full (runtime/zero/stage2.py, backward; changed by
/// pull request 1042).
template <class N>
N bucket_elements(const Plan& plan, const SymbolsIn<N>& s) {
  constexpr DeepSpeedVersion allocates_what_it_says{0, 4, 0};
  const bool is_old = plan.zero.stage == 2 && plan.target.deepspeed_version < allocates_what_it_says;
  return is_old ? floor_div(9 * s.bucket, N(2)) : s.bucket;
}

/// Adds the contiguous bucket from which gradients are reduced, and the copies that the reduction makes.
template <class N>
void add_buckets(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  const auto& b = s.weight_bytes;
  const Zero& zero = plan.zero;
  const N& trainable = s.sums.trainable;
  const N slice = min(s.bucket, trainable), of_others = trainable - min(trainable, s.partition);
  const bool contiguous = zero.contiguous_gradients || s.offloads_optimizer;  // offload forces it
  // A pipeline allocates the bucket and reduces only after all micro batches (reduce_gradients).
  const bool at_end_only = !s.parallel.stage.is_whole();
  const Moments reducing = at_end_only ? Moments::of(Moment::backward_last) : in_blocks;
  Moments alive = reducing;
  if (zero.stage == 1 && s.accumulates && !at_end_only)  // released only at the accumulation boundary
    alive = alive | Moments::of(Moment::forward, Moment::backward_head);
  // torch_autocast has one bucket per reduction type, all in fp32 (setup_buckets).
  const bool has_both = s.tags_types && s.sums.tagged_trained > 0 && s.sums.tagged_trained < trainable;
  if (contiguous)
    out.add(has_both ? buckets_of_types : bucket,
            (s.traits.overlaps_reduction ? 2 : 1) * (has_both ? 2 : 1) * b * bucket_elements(plan, s), alive);
  else if (zero.stage == 2 && s.parallel.shard.ranks > 1)
    // Up to a bucket's worth of gradients waits to be reduced, at worst all of them (stage_1_and_2.py,
    // reduce_independent_p_g_buckets_and_remove_grads).
    out.add_range(waiting_gradients, N(0), b * min(slice, of_others), b * of_others,
                  Moments::of(Moment::backward_last));
  if (s.sums.largest_trained > s.bucket) out.add(large_gradient, b * s.sums.largest_trained, reducing);
  if (s.parallel.zero.ranks == 1) return;
  // Slices of one partition are merged, and a single slice needs no copy. If a bucket is smaller than a
  // partition, the first bucket lies within one, and only a later bucket crosses a border (average_tensor,
  // allreduce_bucket).
  if (zero.reduce_scatter)
    out.add(bucket_copy, b * slice, s.partition < s.bucket ? reducing : Moments::of(Moment::backward_last));
  if (s.communication_bytes != b) out.add(cast, s.communication_bytes * slice, reducing);
}

/// Returns the bytes for each element of a gradient that _has_inf_or_nan allocates: since 0.13.3 a copy in
/// fp32, three masks, and their result in fp32 (pull request 5115), before a copy in fp32.
std::int64_t overflow_check_bytes(const Plan& plan, bool is_16_bit) {
  constexpr DeepSpeedVersion checks_on_device{0, 13, 3};
  const std::int64_t copy = is_16_bit ? 4 : 0, masks = 7;
  return plan.target.deepspeed_version < checks_on_device ? copy : copy + masks;
}

/// Adds what the norm, the overflow check and the cast of one tensor's part allocate before the part is
/// copied to the host. The three follow one another, whatever the precision.
template <class N>
void add_gradient_checks(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  const std::int64_t of_norm = 8;
  out.add(gradient_checks,
          std::max(of_norm, overflow_check_bytes(plan, s.is_16_bit)) *
              min(s.sums.largest_trained, s.partition_at_once),
          in_blocks);
}

/// Adds the workspace of step(), the larger of two that do not coexist: the norm's double-precision copy of
/// one tensor or of its part in the partition (get_flat_partition), in fp16 the overflow check of it, or the
/// flat gradient with its fp32 copy.
/// torch's own optimizers allocate temporaries after the flat gradient is freed.
template <class N>
void add_step(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  const std::int64_t of_double = 8;
  const std::int64_t of_check =
      plan.training.precision == Precision::fp16 ? overflow_check_bytes(plan, s.is_16_bit) : 0;
  const N of_norm = std::max(of_double, of_check) * min(s.sums.largest_trained, s.partition_at_once);
  const N flat = s.is_16_bit ? s.weight_bytes * s.partition_at_once : N(0);
  const N fp32 = s.master_bytes * s.partition_at_once;
  const Moments step = Moments::of(Moment::step);
  const N of_torch = temporaries_of_flat_step(plan, s.partition_at_once, s.master_bytes, flat);
  if (of_norm > flat + fp32 + of_torch) {
    out.add(norm, of_norm, step);
    return;
  }
  out.add(flat_gradients, flat, step);
  out.add(fp32_gradients, fp32, step);
  out.add(row_of(plan.training.optimizer).workspace ? step_workspace : temporaries, of_torch, step);
}

template <class N>
void add_host(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  const bool pinned = plan.zero.offload_optimizer.pin_memory;
  const auto& b = s.weight_bytes;
  const auto& m = s.master_bytes;
  const bool keeps_accumulation = s.accumulates && m == 4;
  out.add(host_masters, m * s.partition, Moments::built(), pinned);
  out.add(host_gradient, (keeps_accumulation ? m + b : m) * s.partition, Moments::built(), pinned);
  out.add(host_weight, b * s.partition, Moments::built(), true);
  out.add(host_states, bytes_for(s.partition, s.host_state_bytes), Moments::training());
  out.add(host_temporary, b * s.sums.largest_trained, Moments::built(), true);
}

/// Adds the copies made while first the flat weights and then the master partition are built. Since 0.19.0
/// the tensors are flattened on the GPU if enough is free (otherwise, and before, through the host;
/// stage_1_and_2.py:390-459): then the weights exist twice, before the master does. Later, zeros for the
/// gradient exist together with the master (:837-854). For a master in host memory, the 16-bit slice is
/// cloned on the GPU since 0.18.3 (:492, pull request 7700).
template <class N>
void add_initialisation(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  constexpr DeepSpeedVersion flattens_on_gpu{0, 19, 0}, clones_on_gpu{0, 18, 3};
  const DeepSpeedVersion& version = plan.target.deepspeed_version;
  const N padded = s.sums.waiting > 0 ? s.trained_at_once : s.padded;
  const N weights_twice = 2 * s.weight_bytes * padded;
  const bool is_on_gpu =
      version >= flattens_on_gpu && weights_twice <= from_gib(binding_gpu(plan.cluster).memory_gib).value();
  const N flat = s.weight_bytes * padded;
  N workspace = 0;
  if (!s.offloads_optimizer) {
    const N of_master = s.master_bytes * s.partition_at_once;
    workspace = max(s.weight_bytes, s.master_bytes) * s.partition_at_once;
    if (is_on_gpu) workspace = max(flat - min(flat, of_master), workspace);
  } else {
    if (version >= clones_on_gpu) workspace = s.weight_bytes * s.partition_at_once;
    if (is_on_gpu) workspace = max(flat, workspace);
  }
  out.add(building, workspace, Moments::of(Moment::initialisation));
}

}  // namespace

template <class N>
void add_stage12(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  const auto& b = s.weight_bytes;
  out.add(weights, bytes_of_weights(s, s.padded, s.sums.frozen), Moments::always());
  if (!s.offloads_optimizer) {
    out.add(master, s.master_bytes * s.partition, Moments::built());
    const bool at_once = row_of(plan.training.optimizer).has_states_at_once;
    out.add(states, bytes_for(s.partition, s.state_bytes), at_once ? Moments::built() : Moments::training());
    if (at_once) out.add(first_states, b * s.sums.trainable, Moments::built());
  }
  if (s.has_bf16_optimizer) {
    add_bf16_optimizer_gradients(out, s);
    return;
  }
  add_gradients(out, plan, s);
  add_buckets(out, plan, s);
  if (s.offloads_optimizer) {
    out.add(gpu_gradient, b * s.sums.largest_trained, Moments::built());
    add_gradient_checks(out, plan, s);
    add_host(out, plan, s);
  } else {
    add_step(out, plan, s);
  }
  add_initialisation(out, plan, s);
}

template void add_stage12(Entries<std::int64_t>&, const Plan&, const Symbols&);
template void add_stage12(Entries<Words>&, const Plan&, const SymbolsIn<Words>&);

}  // namespace zp
