// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/memory/entries.h"
#include "core/memory/torch_optimizer.h"
#include "core/sharding/state_dicts.h"

namespace zp {
namespace {

using enum EntryId;

constexpr std::string_view fsdp =
    "torch/distributed/fsdp/_fully_shard/_fsdp_param_group.py, _fsdp_collectives.py";
constexpr std::string_view ddp = "torch/nn/parallel/distributed.py, torch/csrc/distributed/c10d/reducer.cpp";
constexpr std::string_view partitioned = "Megatron-LM core/optimizer/distrib_optimizer.py";
constexpr std::string_view remembered =
    "The optimizer's states of every parameter, in the parameters' type (Adam: two moments).";

/// Texts of the entries for one placement of the states.
struct StateTexts {
  EntryText weights, gradients, states, step;
};
constexpr EntryText foreach_of(std::string_view source) {
  return {
      step_optimizer, "Optimizer temporaries",
      "torch.optim's default works on all parameters at once and holds the square root of the second moment, "
      "before PyTorch 2.1 twice; before 2.0 it works on one tensor at a time. A fused optimizer has none.",
      source, "training.optimizer_kernel"};
}
constexpr std::string_view adamw = "torch/optim/adamw.py, _multi_tensor_adamw";
constexpr EntryText step_workspace{
    step_optimizer, "Optimizer workspace",
    "The current tensor in fp32, and the results of the operations on it (docs/memory.md#optimizer-step).",
    "core/plan/optimizers.cpp, the row's source", "training.optimizer"};

constexpr StateTexts replicated = {
    {states_weights, "Parameters", "The weights, whole on every GPU and their own master copy.", ddp,
     "zero.stage"},
    {states_gradients, "Gradients", "Every gradient, whole on every GPU.", ddp, "zero.stage"},
    {states_optimizer, "Optimizer states", remembered, ddp, "zero.stage"},
    foreach_of(adamw)};
constexpr StateTexts sharded = {
    {states_weights, "Parameters", "This rank's shard; it is its own master copy, cast when it is gathered.",
     fsdp, "zero.offload_param"},
    {states_gradients, "Gradients", "This rank's shard, in the parameters' type.", fsdp, "zero.stage"},
    {states_optimizer, "Optimizer states", remembered, fsdp, "zero.stage"},
    foreach_of(adamw)};
/// Texts under CPUOffloadPolicy, which keeps parameters, gradients and states in host memory.
constexpr StateTexts on_host = {
    {host_weights, "Parameters", "This rank's shard; it is its own master copy, cast when it is gathered.",
     fsdp, "zero.offload_param"},
    {host_gradients, "Gradients", "This rank's shard, in the parameters' type.", fsdp, "zero.stage"},
    {host_optimizer, "Optimizer states", remembered, fsdp, "zero.stage"},
    foreach_of(adamw)};

constexpr std::string_view own_optimizer =
    "InternEvo internlm/solver/optimizer/hybrid_zero_optim.py, fsdp_optimizer.py";
constexpr EntryText master_beside{states_master, "Master weights",
                                  "The optimizer's own copy of the weights that it updates.", own_optimizer,
                                  "training.types.master"};
constexpr EntryText master_on_host{host_master, "Master weights",
                                   "The optimizer's own copy of the weights that it updates.", own_optimizer,
                                   "training.types.master"};
constexpr EntryText gradients_of_master{step_fp32_gradients, "Gradients in the master's type",
                                        "The step casts every gradient to the type of the master copy.",
                                        own_optimizer, "training.types.master"};

constexpr EntryText reducer_buckets{
    buffers_reduce, "Buckets of the reducer",
    "Distributed data parallel copies every gradient into buckets unless gradient_as_bucket_view is set.",
    ddp, "zero.stage"};
constexpr EntryText autocast_copies{
    states_autocast, "16-bit copies of autocast",
    "Autocast keeps a 16-bit copy of every fp32 weight it used until the pass is over.",
    "torch/amp/autocast_mode.py, cache_enabled", "zero.stage"};

constexpr EntryText whole_weights{states_weights, "Parameters", "The weights, whole on every GPU.",
                                  partitioned, "zero.stage"};
constexpr EntryText part_of_master{states_master, "Master weights",
                                   "The fp32 copy of this rank's part, which the optimizer updates.",
                                   partitioned, "zero.stage"};
constexpr EntryText part_of_states{states_optimizer, "Optimizer states",
                                   "The optimizer's states of this rank's part (Adam: two moments).",
                                   partitioned, "zero.stage"};
constexpr EntryText gradient_buffer{states_gradients, "Gradients",
                                    "Every gradient in one buffer, whole on every GPU.", partitioned,
                                    "zero.stage"};

constexpr std::string_view gathers = "torch/distributed/_tools/sac_ilp.py; _fsdp_param_group.py";
constexpr EntryText all_gathered{gathered_live, "Gathered weights",
                                 "The weights, gathered once and kept through both passes, and a second copy "
                                 "of one block while it arrives.",
                                 gathers, "zero.stage"};
constexpr EntryText root_and_blocks{
    gathered_live, "Gathered weights",
    "Embedding and head for the whole pass, the current block, and the next block twice while it arrives.",
    gathers, "training.fsdp_wrap"};
constexpr EntryText three_blocks{gathered_live, "Gathered weights",
                                 "The current block, and the next block twice while it arrives.", gathers,
                                 "training.fsdp_wrap"};
constexpr EntryText one_unit{gathered_live, "Gathered weights",
                             "The whole model, gathered as one unit for both passes.", fsdp,
                             "training.fsdp_wrap"};
constexpr EntryText unit_gradients{buffers_large_gradient, "Gradients not yet reduced",
                                   "All gradients of the single unit, until the last one is computed.", fsdp,
                                   "training.fsdp_wrap"};
constexpr EntryText joined_gradients{
    buffers_reduce_scatter, "Input of the reduce-scatter",
    "The unit's gradients, joined into one tensor, because autograd computes them as pieces of the flat "
    "weight.",
    "torch/distributed/fsdp/_flat_param.py, _get_unflat_views; torch autograd, SplitWithSizesBackward",
    "training.fsdp_wrap"};
constexpr EntryText head_unit{gathered_kept, "Gathered head",
                              "The bytes by which the head's unit is larger than a block.", fsdp,
                              "training.fsdp_wrap"};
constexpr EntryText block_gradients{buffers_large_gradient, "Gradients not yet reduced",
                                    "The full gradients of one block.", fsdp, "training.fsdp_wrap"};
constexpr EntryText block_and_head_gradients{buffers_large_gradient, "Gradients not yet reduced",
                                             "The full gradients of one block and of the head.", fsdp,
                                             "training.fsdp_wrap"};
constexpr EntryText scattered{buffers_reduce_scatter, "Input of the reduce-scatter",
                              "One block's gradients in the type they are reduced in.", fsdp,
                              "deepspeed_config.communication_data_type"};

constexpr EntryText stage_gradients{buffers_large_gradient, "Gradients not yet reduced",
                                    "Whole gradients of all of the stage's blocks, added up in the type they "
                                    "are reduced in until the last micro batch, and those of one block.",
                                    "torch distributed/pipelining/stage.py, backward_maybe_with_nosync",
                                    "training.sharding"};

constexpr EntryText accumulated_gradients{
    buffers_large_gradient, "Gradients not yet reduced",
    "Whole gradients, added up until a step's last micro batch, beyond the rank's part; the program runs the "
    "others under no_sync.",
    "Lightning Fabric strategies/fsdp.py, no_backward_sync; torch/distributed/fsdp/_runtime_utils.py, "
    "_post_backward_hook",
    "training.gradient_accumulation_steps"};

constexpr Moments in_passes = Moments::of(Moment::forward, Moment::evaluate) | Moments::backward();
constexpr Moments in_blocks = Moments::of(Moment::backward_first, Moment::backward_last);

/// Elements of the units that are gathered together, on one rank.
template <class N>
struct Units {
  Units(const Plan& plan, const SymbolsIn<N>& s) : all(s.sums.trainable + s.sums.frozen) {
    const Architecture& shape = plan.model.architecture;
    const N embedding =
        named<N>(sym::embedding, shape.vocab_size * shape.hidden_size / s.parallel.tensor.ranks);
    const PipelineStage& stage = s.parallel.stage;
    const bool is_one = stage.is_whole() && shape.tied_embeddings;
    const int tables = is_one ? 1 : (stage.has_embedding ? 1 : 0) + (stage.has_head ? 1 : 0);
    root = tables > 0 ? min(all, tables * embedding) : N(0);
    head = stage.has_head ? min(all, embedding) : N(0);
    block = floor_div(all - root, named<N>(stage.is_whole() ? sym::layers : sym::stage_layers,
                                           std::max<std::int64_t>(1, stage.layers)));
  }
  N all, root = 0, head = 0, block = 0;
};

/// The writer of PyTorch's own data parallelism. Its parameters are their own master
/// (docs/memory.md#number-types).
template <class N>
class PyTorchWriter {
 public:
  PyTorchWriter(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) : out_(out), plan_(plan), s_(s) {}

  void write() {
    if (s_.traits.partitions_weights)
      add_sharded();
    else if (s_.traits.partitions_states)
      add_partitioned_optimizer();
    else
      add_replicated();
  }

 private:
  void add_states(const StateTexts& texts, const N& trained, const N& frozen, Moments gradients) {
    const bool is_on_host = texts.weights.id == host_weights;
    out_.add(texts.weights, bytes_of_weights(s_, trained, frozen),
             is_on_host ? Moments::built() : Moments::always(), is_on_host);
    const N at_once = s_.sums.waiting > 0 ? min(trained, s_.partition_at_once) : trained;
    const bool in_backward = steps_in_backward(plan_.training);
    if (in_backward)  // torchtune training/memory.py, create_optim_in_bwd_wrapper
      out_.add(texts.gradients, s_.accumulation_bytes * min(at_once, s_.sums.largest_trained), in_blocks,
               is_on_host);
    else
      out_.add(texts.gradients, s_.accumulation_bytes * at_once, gradients_exist(gradients), is_on_host);
    out_.add(texts.states, bytes_for(trained, s_.state_bytes), Moments::training());
    if (s_.types.master != trained_type()) add_master(texts, trained, at_once);
    if (is_on_host) return;
    if (const StepWorkspace* workspace = row_of(plan_.training.optimizer).workspace) [[unlikely]]
      add_workspace(*workspace, in_backward, at_once);
    else if (!in_backward)
      add_temporaries(texts.step, at_once);
  }

  /// Adds the workspace of an optimizer. It steps this rank's part of one tensor after another, or all
  /// tensors as a list; during the backward pass only one at a time.
  void add_workspace(const StepWorkspace& workspace, bool in_backward, const N& at_once) {
    const N largest = s_.traits.partitions_weights ? min(at_once, s_.trained_partition)
                                                   : min(at_once, s_.sums.largest_trained);
    const bool is_16_bit = trained_type() != Dtype::fp32;
    out_.add(
        step_workspace,
        workspace_bytes(workspace, largest, in_backward ? largest : at_once, s_.trained_bytes, is_16_bit),
        in_backward ? in_blocks : Moments::of(Moment::step));
  }

  /// Returns the moments at which gradients exist. Before PyTorch 2.0, zero_grad fills them with zeros by
  /// default instead of freeing them, so that they exist from the first backward pass on.
  [[nodiscard]] Moments gradients_exist(Moments made) const {
    return is_before_torch_2(plan_) ? Moments::training() : through_accumulation(s_, made);
  }

  /// Adds temporaries of torch.optim's loops. The fused kernels that trainers use need no temporaries.
  void add_temporaries(const EntryText& text, const N& trained) {
    const N& each = s_.types.master == trained_type() ? s_.trained_bytes : s_.master_bytes;
    const N at_once = is_before_torch_2(plan_) ? min(trained, s_.sums.largest_trained) : trained;
    const bool is_adam = row_of(plan_.training.optimizer).is_adam;
    const N held = (is_adam ? temporaries_of_adam(plan_) : 1) * each * at_once;
    const bool is_foreach = plan_.training.optimizer_kernel == OptimizerKernel::foreach;
    out_.add_range(text, N(0), is_foreach ? held : N(0), held, Moments::of(Moment::step));
  }

  /// Adds the master copy of an optimizer that keeps one in addition to the weights, and the copy of the
  /// gradients in the master's type for the step (InternEvo hybrid_zero_optim.py, fsdp_optimizer.py:
  /// fp32_flat_params, grads cast to fp32).
  void add_master(const StateTexts& texts, const N& trained, const N& at_once) {
    const bool is_on_host = texts.weights.id == host_weights;
    out_.add(is_on_host ? master_on_host : master_beside, s_.master_bytes * trained, Moments::built());
    if (!is_on_host && s_.types.gradients != s_.types.master)
      out_.add(gradients_of_master, s_.master_bytes * at_once, Moments::of(Moment::step));
  }

  /// Adds distributed data parallel, or training on one GPU.
  void add_replicated() {
    add_states(replicated, s_.sums.trainable, s_.sums.frozen,
               Moments::of(Moment::backward_last, Moment::step));
    if (s_.parallel.zero.ranks > 1)  // in addition to .grad, unless gradient_as_bucket_view
      out_.add(reducer_buckets, s_.accumulation_bytes * s_.sums.trainable, Moments::built());
    add_copies_of_autocast();
  }

  /// Adds the 16-bit copies of fp32 weights. Autocast caches those of trained weights until the pass ends
  /// (ATen/autocast_mode.cpp, cached_cast: leaves that require a gradient). For frozen weights each product's
  /// backward pass keeps its own copy, unless the block is recomputed.
  void add_copies_of_autocast() {
    const bool uses_fp32 = s_.types.products != Dtype::fp32;
    const bool is_recomputed = plan_.training.activation_checkpointing == Checkpointing::full;
    N copied = 0;
    if (uses_fp32 && trained_type() == Dtype::fp32) copied = s_.sums.trainable;
    if (casts_products(s_.types) && !is_recomputed && !plan_.training.quantizes_frozen())
      copied = copied + s_.sums.frozen;
    if (s_.types.products == Dtype::fp8) copied = max(N(0), copied - s_.sums.fp8);  // cast to fp8 from fp32
    if (copied > 0)
      out_.add(autocast_copies, s_.element_bytes * copied,
               Moments::of(Moment::forward, Moment::evaluate, Moment::backward_head, Moment::backward_first));
  }
  [[nodiscard]] Dtype trained_type() const {
    return plan_.training.has_adapters() ? s_.types.adapters : s_.types.weights;
  }

  /// Adds whole 16-bit weights, one gradient buffer in the accumulation type, and partitioned master weights
  /// and states (Megatron-LM core/optimizer/distrib_optimizer.py; torch ZeroRedundancyOptimizer).
  void add_partitioned_optimizer() {
    out_.add(whole_weights, bytes_of_weights(s_, s_.sums.trainable, s_.sums.frozen), Moments::always());
    if (s_.types.master != trained_type())
      out_.add(part_of_master, s_.master_bytes * s_.partition, Moments::built());
    out_.add(part_of_states, bytes_for(s_.partition, s_.state_bytes), Moments::training());
    out_.add(gradient_buffer, s_.accumulation_bytes * s_.sums.trainable, Moments::built());
  }

  /// Adds FSDP, which gathers one block as a unit. Three units' buffers exist at once: the flat tensor that
  /// receives the next block, the tensors it is copied out to, and the active block
  /// (torch/distributed/_tools/sac_ilp.py counts the same three). The root unit, embedding and head, stays
  /// gathered throughout the pass. If embedding and head are units of their own, only blocks are gathered
  /// while blocks run, and the head's gradient is reduced before the first block's backward pass.
  void add_sharded() {
    const bool is_full = s_.traits.gathers_for_backward;  // FULL_SHARD; else SHARD_GRAD_OP
    const bool is_on_host = s_.parameter_device != Device::none;
    const N frozen = is_full ? s_.sums.frozen_partition : ceil_div(s_.sums.frozen, s_.ranks);
    add_states(is_on_host ? on_host : sharded, s_.partition, frozen,
               Moments::of(Moment::step, Moment::between) | in_blocks);
    if (s_.parallel.zero.ranks == 1 && !is_on_host) return;

    if (plan_.training.fsdp_wrap == FsdpWrap::none) {
      add_one_unit(s_.sums.trainable + s_.sums.frozen);
      return;
    }
    const auto [all, root, head, block] = Units<N>(plan_, s_);
    const auto& b = s_.weight_bytes;
    if (s_.types.gathered == Dtype::fp8) [[unlikely]]
      return add_units_in_fp8(all, root, head, block);
    if (is_full && plan_.training.fsdp_wrap == FsdpWrap::all) {
      out_.add(three_blocks, b * min(all, 3 * block), in_passes);
      out_.add(head_unit, b * max(N(0), head - block),
               Moments::of(Moment::forward, Moment::evaluate, Moment::backward_head));
      add_unit_gradients(block_gradients, b * block);
    } else {
      if (is_full)
        out_.add(root_and_blocks, b * min(all, root + 3 * block), in_passes);
      else
        out_.add(all_gathered, b * (all + block), in_passes);
      add_unit_gradients(block_and_head_gradients, b * (block + head));
    }
    out_.add(scattered, s_.communication_bytes * block, in_blocks);
    if (casts_products(s_.types)) add_copies_of_blocks(all, block, floor_div(s_.sums.fp8, layers()));
  }

  /// Adds unreduced gradients: those of the active units, or with a pipeline those of all units, because its
  /// stages reduce after the last micro batch.
  void add_unit_gradients(const EntryText& text, const N& bytes) {
    const Unreduced unreduced = unreduced_gradients(plan_);
    if (unreduced != Unreduced::none) {
      const EachOf<N> each = plan_.training.fsdp_version == 1 ? s_.weight_bytes : s_.communication_bytes;
      // The root's embedding and head have no adapters, so its flat weight needs no gradient.
      const N elements = unreduced == Unreduced::all && plan_.training.has_adapters()
                             ? s_.sums.trainable + s_.sums.frozen - Units<N>(plan_, s_).root
                             : s_.sums.trainable;
      const N whole = each * elements;
      const N part = s_.accumulation_bytes * s_.partition;  // it grows as the unsharded gradients shrink
      out_.add(accumulated_gradients, bytes + max(N(0), whole - part), through_accumulation(s_, in_blocks));
    } else if (s_.traits.reduces_every_micro_batch)
      out_.add(text, bytes, in_blocks);
    else
      out_.add(stage_gradients, bytes + s_.communication_bytes * s_.sums.trainable,
               through_accumulation(s_, in_blocks));
  }

  /// Adds units whose weights are gathered in fp8 for fp8 products; their gradients have 16 bits
  /// (torchao/float8/fsdp_utils.py, WeightWithDynamicFloat8CastTensor).
  void add_units_in_fp8(const N& all, const N& root, const N& head, const N& block) {
    const bool is_full = s_.traits.gathers_for_backward;
    const auto& b = s_.weight_bytes;
    const N saved = (b - 1) * s_.sums.fp8, of_block = b * block - floor_div(saved, layers());
    if (is_full && plan_.training.fsdp_wrap == FsdpWrap::all) {
      out_.add(three_blocks, min(b * all - saved, 3 * of_block), in_passes);
      out_.add(head_unit, max(N(0), b * head - of_block),
               Moments::of(Moment::forward, Moment::evaluate, Moment::backward_head));
      add_unit_gradients(block_gradients, b * block);
    } else {
      out_.add(is_full ? root_and_blocks : all_gathered,
               is_full ? min(b * all - saved, b * root + 3 * of_block) : b * all - saved + of_block,
               in_passes);
      add_unit_gradients(block_and_head_gradients, b * (block + head));
    }
    out_.add(scattered, s_.communication_bytes * block, in_blocks);
  }

  /// Adds the whole model as one unit: it is gathered directly into its flat weight, and gradients are
  /// reduced only after the last one exists.
  void add_one_unit(const N& all) {
    constexpr Moments last = Moments::of(Moment::backward_last);
    out_.add(one_unit, s_.weight_bytes * all, in_passes);
    out_.add(unit_gradients, s_.weight_bytes * all, last);
    out_.add(joined_gradients, s_.communication_bytes * all, last);
    if (casts_products(s_.types)) add_copies_of_blocks(all, all, s_.sums.fp8);
  }

  /// Adds the 16-bit copies that products make of gathered fp32 weights. Views of a flat parameter are not
  /// leaves, so autocast does not cache them; each product's backward pass keeps them unless its block is
  /// recomputed (ATen/autocast_mode.cpp, cached_cast).
  void add_copies_of_blocks(const N& all, const N& block, const N& fp8_of_block) {
    const bool is_recomputed = plan_.training.activation_checkpointing == Checkpointing::full;
    N copied = is_recomputed ? block : all;
    if (s_.types.products == Dtype::fp8) [[unlikely]]
      copied = max(N(0), copied - (is_recomputed ? fp8_of_block : s_.sums.fp8));
    out_.add(autocast_copies, s_.element_bytes * copied, in_passes);
  }

  [[nodiscard]] N layers() const {
    const PipelineStage& stage = s_.parallel.stage;
    return named<N>(stage.is_whole() ? sym::layers : sym::stage_layers,
                    std::max<std::int64_t>(1, stage.layers));
  }

  Entries<N>& out_;
  const Plan& plan_;
  const SymbolsIn<N>& s_;
};

}  // namespace

template <class N>
void add_pytorch(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  PyTorchWriter<N>(out, plan, s).write();
}

template void add_pytorch(Entries<std::int64_t>&, const Plan&, const Symbols&);
template void add_pytorch(Entries<Words>&, const Plan&, const SymbolsIn<Words>&);

}  // namespace zp
