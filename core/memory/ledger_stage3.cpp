// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/entries.h"
#include "core/memory/torch_optimizer.h"
#include "core/sharding/state_dicts.h"

namespace zp {
namespace {

using enum EntryId;

constexpr std::string_view source = "DeepSpeed runtime/zero/stage3.py";

constexpr EntryText weights{
    states_weights, "Weights",
    "The weights this rank keeps between uses, each tensor padded to a multiple of the ranks.", source,
    "zero.offload_param"};
constexpr EntryText master{states_master, "Master weights", "The fp32 copy that the optimizer updates.",
                           source, "zero.offload_optimizer"};
constexpr EntryText states{states_optimizer, "Optimizer states",
                           "The optimizer's states of every parameter (Adam: two fp32 moments).", source,
                           "zero.offload_optimizer"};
constexpr EntryText gradients{states_gradients, "Gradients", "The gradients of this rank's partition.",
                              source, "zero.offload_optimizer"};
constexpr EntryText bucket{buffers_reduce, "Reduce bucket",
                           "Gradients wait here for their reduce-scatter; permanent, never doubled.",
                           "DeepSpeed runtime/zero/stage3.py:731-735", "zero.reduce_bucket_size"};
constexpr EntryText buckets_of_types{buffers_reduce, "Reduce buckets",
                                     "Gradients wait here for their reduce-scatter: under torch_autocast "
                                     "those of linear layers in a bucket of "
                                     "its type, the others in one of fp32.",
                                     "DeepSpeed runtime/zero/stage3.py:456-464, 731-735",
                                     "zero.reduce_bucket_size"};
constexpr EntryText large_gradient{buffers_large_gradient, "Gradient larger than the bucket",
                                   "A tensor larger than the bucket is reduced on its own.", source,
                                   "zero.reduce_bucket_size"};
constexpr EntryText bucket_copy{buffers_reduce_copy, "Copy of the reduce bucket",
                                "The bucket interleaved by rank for the reduce-scatter.",
                                "DeepSpeed runtime/comm/coalesced_collectives.py:158-218",
                                "zero.reduce_bucket_size"};
constexpr EntryText old_bucket{
    buffers_reduce, "Reduce bucket",
    "Gradients wait here for their reduce-scatter; before 0.6.0 made for each backward pass, and two of them "
    "with overlap_comm.",
    "DeepSpeed 0.5 runtime/zero/stage3.py, backward", "zero.reduce_bucket_size"};
constexpr EntryText old_copy{
    buffers_reduce_copy, "Copy of a gradient",
    "Before 0.6.0 each tensor's gradient is reduced and scattered alone, out of a flat copy of it.",
    "DeepSpeed 0.5 runtime/zero/partition_parameters.py (_reduce_scatter_gradient); torch "
    "ProcessGroupNCCL.cpp (reduce_scatter)",
    "zero.reduce_bucket_size"};
constexpr EntryText quantized_gradient{
    buffers_reduce_copy, "Quantised gradient",
    "One tensor's gradient as 4-bit integers, sent and received: a byte for each element.",
    "DeepSpeed runtime/comm/coalesced_collectives.py (all_to_all_quant_reduce)",
    "zero.zero_quantized_gradients"};
constexpr EntryText norm{step_norm, "Gradient norm",
                         "The largest gradient's partition in double precision, for the norm.",
                         "DeepSpeed runtime/zero/stage3.py:2285", ""};
constexpr EntryText flat_gradients{step_flat_gradients, "Flat gradients",
                                   "The gradients of a sub-group, joined into one tensor before the cast.",
                                   source, "zero.sub_group_size"};
constexpr EntryText fp32_gradients{
    step_fp32_gradients, "fp32 gradients",
    "The gradients in fp32 that the optimizer reads while it steps a sub-group.", source,
    "zero.sub_group_size"};
constexpr EntryText temporaries{step_optimizer, "Optimizer temporaries",
                                "torch's AdamW applies one operation after another to a whole sub-group, and "
                                "holds the square root of the second moment, before PyTorch 2.1 twice; "
                                "counted beyond the flat gradients, which are freed by then.",
                                "torch/optim/adamw.py, _multi_tensor_adamw", "training.optimizer_kernel"};
constexpr EntryText step_workspace{step_optimizer, "Optimizer workspace",
                                   "The results of the operations on one flat tensor, counted beyond the "
                                   "flat gradients, which are freed by then (docs/memory.md#optimizer-step).",
                                   "core/plan/optimizers.cpp, the row's source", "training.optimizer"};
constexpr EntryText one_tensor{init_whole_model, "Weights during partitioning",
                               "zero.Init holds one tensor whole at a time.",
                               "DeepSpeed runtime/zero/partition_parameters.py", "training.zero_init"};
constexpr EntryText whole_model{
    init_whole_model, "Weights during partitioning",
    "Without zero.Init the whole model is moved to the GPU first, then partitioned tensor by tensor.",
    "DeepSpeed runtime/engine.py:1752-1768", "training.zero_init"};
constexpr EntryText whole_base{
    init_whole_model, "Weights during partitioning",
    "zero.Init builds no quantised model: each GPU holds the whole base, then partitions it tensor by "
    "tensor.",
    "transformers modeling_utils.py, get_init_context; DeepSpeed runtime/engine.py:1752-1768",
    "training.frozen_precision"};
constexpr EntryText gathered_once{
    init_workspace, "Gather during engine setup",
    "Each trained tensor is gathered once for its gradient's hook; releases before 0.18.5 then hold it "
    "twice.",
    "DeepSpeed runtime/zero/stage3.py, create_reduce_and_remove_grad_hooks; partition_parameters.py, "
    "_allgather_params (to 0.18.4), _allgather_params_sequential",
    "zero.offload_optimizer"};
constexpr EntryText building{init_workspace, "Copies during engine setup",
                             "One sub-group converted to the master's type, and its clone; or a tensor "
                             "gathered for its gradient's hook, where that is larger.",
                             "DeepSpeed runtime/zero/stage3.py:1107-1122", "zero.sub_group_size"};

/// Moments outside the passes; DeepCompile's pass moves states to the host before forward and back after
/// backward.
constexpr Moments unparked = Moments::of(Moment::loading, Moment::initialisation, Moment::step, Moment::save,
                                         Moment::between, Moment::generate, Moment::score, Moment::evaluate);
constexpr EntryText kept_in_passes{
    states_kept, "Optimizer states kept on the GPU",
    "Master weights and states that stay on the GPU during the passes: the tensors of whole sub-groups that "
    "fit into 80 % of its memory on top of the forward pass.",
    "DeepSpeed compile/passes/offload_adam_states.py, MARGIN and offload_opt_states_inc",
    "deepspeed_config.compile.offload_opt_states"};
constexpr EntryText parked{host_parked_states, "Parked optimizer states",
                           "With compile.offload_opt_states, pinned buffers for all master weights and "
                           "states: all are moved once, to measure the passes without them.",
                           "DeepSpeed compile/passes/offload_adam_states.py",
                           "deepspeed_config.compile.offload_opt_states"};

constexpr EntryText reloaded{gathered_reloaded, "Weights copied from the host",
                             "DeepCompile's graph starts by copying all of a rank's parts to the GPU; each "
                             "is copied back after its last use.",
                             "DeepSpeed compile/passes/offload_parameters.py; csrc/includes/deepcompile.h, "
                             "DSParam::reload",
                             "zero.offload_param"};

template <class N>
void add_states(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  if (s.parameter_device == Device::none)
    out.add(weights, partitioned_weights(plan, s),
            is_made_by_zero_init(plan) ? Moments::always() : Moments::built());
  else if (s.cycles_weights && s.parameter_device == Device::cpu) [[unlikely]]
    out.add(reloaded, partitioned_weights(plan, s),
            Moments::of(Moment::backward_head, Moment::backward_first));
  const N& on_gpu = s.offloads_optimizer ? s.kept_by_ratio : s.partition;
  const bool parks = s.parks_states;
  if (s.is_16_bit)  // fp32 weights are their own master (stage3.py:1112-1118)
    out.add(master, s.master_bytes * on_gpu, parks ? Moments::built() & unparked : Moments::built());
  const Moments with_states =
      row_of(plan.training.optimizer).has_states_at_once ? Moments::built() : Moments::training();
  out.add(states, bytes_for(on_gpu, s.state_bytes), parks ? with_states & unparked : with_states);
  // With fp32 training the weights are the master weights and stay on the GPU.
  if (s.kept_states > 0) [[unlikely]]
    out.add(kept_in_passes,
            s.is_16_bit ? s.kept_states : min(s.kept_states, bytes_for(on_gpu, s.state_bytes)),
            Moments::of(Moment::forward) | Moments::backward());
  if (parks)
    out.add(parked, s.master_bytes * on_gpu + bytes_for(on_gpu, s.state_bytes), Moments::training(), true);
  if (!s.offloads_optimizer) out.add(gradients, s.accumulation_bytes * s.partition, Moments::built());
}

/// First version with one permanent bucket whose gradients are reduced together (pull request 1453).
constexpr DeepSpeedVersion keeps_one_bucket{0, 6, 0};

template <class N>
void add_buckets_before_0_6(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  const auto& b = s.weight_bytes;
  if (plan.zero.contiguous_gradients)
    out.add(old_bucket, (plan.zero.overlaps() ? 2 : 1) * b * s.bucket, Moments::backward());
  constexpr Moments in_blocks = Moments::of(Moment::backward_first, Moment::backward_last);
  if (s.sums.largest_trained > s.bucket) out.add(large_gradient, b * s.sums.largest_trained, in_blocks);
  if (s.parallel.zero.ranks > 1) out.add(old_copy, b * s.sums.largest_trained, in_blocks);
}

template <class N>
void add_buckets(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  if (plan.target.deepspeed_version < keeps_one_bucket) {
    add_buckets_before_0_6(out, plan, s);
    return;
  }
  constexpr Moments backward = Moments::of(Moment::backward_first, Moment::backward_last);
  const bool has_both = s.tags_types && s.sums.tagged_trained > 0 && s.sums.tagged_trained < s.sums.trainable;
  if (plan.zero.contiguous_gradients)  // permanent, never doubled, not freed (stage3.py:731-735)
    out.add(has_both ? buckets_of_types : bucket,
            (has_both ? s.communication_bytes + s.weight_bytes : s.communication_bytes) * s.bucket,
            Moments::built());
  if (s.sums.largest_trained > s.bucket)
    out.add(large_gradient, s.weight_bytes * s.sums.largest_trained, backward);
  if (s.parallel.zero.ranks == 1) return;
  if (plan.zero.zero_quantized_gradients)
    out.add(quantized_gradient, s.sums.largest_trained, backward);
  else
    out.add(bucket_copy, s.communication_bytes * min(s.bucket, s.sums.trainable), backward);
}

/// Adds a sub-group's flat gradient and its fp32 copy, or the norm's copy if that is larger; nothing if
/// sub-groups are stepped on the host.
template <class N>
void add_step(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  constexpr Moments step = Moments::of(Moment::step);
  if (s.offloads_optimizer && s.kept_by_ratio == 0) return;
  const bool needs_cast = s.accumulation_bytes != s.master_bytes;
  const N flat = needs_cast ? s.accumulation_bytes * s.sub_group : N(0);
  const N fp32 = s.master_bytes * s.sub_group;
  const N of_norm = 8 * s.trained_partition;
  const N of_torch = temporaries_of_flat_step(plan, s.sub_group, s.master_bytes, flat);
  if (of_norm > flat + fp32 + of_torch) {
    out.add(norm, of_norm, step);
    return;
  }
  out.add(flat_gradients, flat, step);
  out.add(fp32_gradients, fp32, step);
  out.add(row_of(plan.training.optimizer).workspace ? step_workspace : temporaries, of_torch, step);
}

/// First version that gathers a single tensor in place; earlier ones assemble it in a second copy.
constexpr DeepSpeedVersion gathers_in_place{0, 18, 5};

/// Returns the bytes of the largest gather at the end of the engine's construction, where each trained tensor
/// is gathered to register its hook and partitioned again.
template <class N>
N gathered_for_hooks(const Plan& plan, const SymbolsIn<N>& s) {
  const N largest = s.weight_bytes * s.sums.largest_trained;
  if (plan.target.deepspeed_version < gathers_in_place) return 2 * largest;
  return s.parameter_device == Device::none ? largest : largest + s.weight_bytes * s.trained_partition;
}

/// Adds the weights during partitioning, and the copies during the engine's construction. With zero.Init one
/// module is whole at a time. Without it, the whole model is moved to the GPU and its tensors are partitioned
/// one by one, each freed after its partition is made.
template <class N>
void add_initialisation(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  constexpr Moments loading = Moments::of(Moment::loading);
  const TensorSumsIn<N>& sums = s.sums;
  if (is_made_by_zero_init(plan))
    out.add(one_tensor, s.weight_bytes * sums.largest, loading);
  else
    out.add(plan.training.quantizes_frozen() ? whole_base : whole_model,
            s.weight_bytes * (sums.trainable + sums.frozen + s.largest_partition), loading);
  const N hooks = gathered_for_hooks(plan, s);
  if (s.is_16_bit && !s.offloads_optimizer)
    out.add(building, max(2 * s.master_bytes * s.sub_group, hooks), Moments::of(Moment::initialisation));
  else
    out.add(gathered_once, hooks, Moments::of(Moment::initialisation));
}

}  // namespace

template <class N>
void add_stage3(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  add_states(out, plan, s);
  add_buckets(out, plan, s);
  add_gathered(out, plan, s);
  add_step(out, plan, s);
  add_initialisation(out, plan, s);
  add_stage3_offload(out, plan, s);
}

template void add_stage3(Entries<std::int64_t>&, const Plan&, const Symbols&);
template void add_stage3(Entries<Words>&, const Plan&, const SymbolsIn<Words>&);

}  // namespace zp
