// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/symbols.h"

#include <algorithm>
#include <cmath>

#include "core/formula/arithmetic.h"
#include "core/formula/ledger_symbols.h"
#include "core/formula/named.h"
#include "core/memory/basis.h"
#include "core/memory/kept_by_graph.h"
#include "core/sharding/framework.h"
#include "core/sharding/program_way.h"

namespace zp {
namespace {

/// Returns true if the engine also optimizes frozen weights. Until pull request 8029, FP16_Optimizer
/// allocated flat buffers, master weights and states for all parameters of its groups, including frozen ones;
/// bf16 without ZeRO uses it since 0.17.6 (pull request 7515). DeepSpeed-Chat makes its groups of parameters
/// that take a gradient (dschat/utils/utils.py, get_optimizer_grouped_parameters).
bool optimizes_frozen_weights(const DeepSpeedVersion& version, const Training& training) {
  constexpr DeepSpeedVersion takes_bf16{0, 17, 6}, filters{0, 19, 2};
  static const Program chat = program_named("deepspeed-chat");
  if (training.program == chat) return false;
  return version < filters && (training.precision == Precision::fp16 || version >= takes_bf16);
}

/// Sets the padded sizes. Parameters of divided experts form a group of their own, over the ranks with the
/// same experts (stage_1_and_2.py, _configure_moe_settings).
template <class N>
void pad(SymbolsIn<N>& s) {
  const N& experts = s.sums.trainable_experts;
  const bool are_apart = experts > 0;
  s.partition = padded_part(are_apart ? s.sums.trainable - experts : s.sums.trainable, s.ranks);
  s.padded = s.partition * s.ranks;
  if (!are_apart) return;
  const N of_experts = padded_part(experts, s.expert_ranks);
  s.partition += of_experts;
  s.padded += of_experts * s.expert_ranks;
}

/// Sets the sizes derived from the sums: one rank's partition and its sub-groups.
template <class N>
void set_partition(SymbolsIn<N>& s, const Plan& plan) {
  const N& trainable = s.sums.trainable;
  s.largest_partition = s.sums.experts > 0 ? s.sums.largest_partition : ceil_div(s.sums.largest, s.ranks);
  s.trained_partition =
      s.sums.experts > 0 ? s.sums.largest_partition : ceil_div(s.sums.largest_trained, s.ranks);
  s.padded = trainable;
  switch (plan.zero.stage) {
    case 0:
      if (s.has_bf16_optimizer)
        pad(s);
      else
        s.partition = trainable;
      break;
    case 3:
      s.partition = s.sums.trainable_partition;
      break;
    default:
      pad(s);
  }
  s.trained_at_once = trainable;
  s.partition_at_once = s.partition;
  if (s.sums.waiting > 0) [[unlikely]] {
    s.trained_at_once = trainable - s.sums.waiting;
    s.partition_at_once =
        plan.zero.stage == 0 ? s.trained_at_once : min(s.partition, ceil_div(s.trained_at_once, s.ranks));
  }
  // A sub-group closes after the tensor that reaches sub_group_size (stage3.py, _create_fp16_sub_groups).
  const N group = named<N>(sym::sub_group_size, std::max<std::int64_t>(1, plan.zero.sub_group_size));
  if (s.partition <= group) {
    s.sub_group = s.partition;
  } else {
    s.sub_group = min(s.partition, group + s.largest_partition);
    s.sub_groups = max(N(1), ceil_div(s.partition, s.sub_group));
  }
  // Sub-groups with an index below int((1 − ratio)·n) keep master weights and states on the GPU: whole
  // sub-groups are moved (stage3.py:1049-1058). FSDP's CPU offload knows no share: all parts stay on the CPU.
  const double ratio = plan.zero.offload_optimizer.ratio;
  if (plan.training.framework == Framework::deepspeed && plan.zero.stage == 3 &&
      s.optimizer_device == Device::cpu && ratio < 1) {
    const double kept = std::floor((1 - ratio) * value_of(as_double(s.sub_groups)));
    s.kept_by_ratio = min(s.partition, named<N>(sym::kept_sub_groups, kept) * s.sub_group);
  }
}

/// Returns the facts that determine the states' size. ZeRO and a distributed optimizer step flat partitions,
/// FSDP1 flat pieces of each parameter; otherwise, and under FSDP2, a matrix keeps its shape.
StateFacts state_facts(const Plan& plan, const Symbols& s) {
  const bool is_deepspeed = plan.training.framework == Framework::deepspeed;
  StateFacts facts;
  facts.weight_bytes = s.weight_bytes;
  facts.state_bytes = bytes_of(s.types.states);
  facts.muon_bytes = !is_deepspeed          ? bytes_of(s.types.states)
                     : plan.zero.stage == 0 ? 4
                     : plan.zero.stage == 3 ? s.communication_bytes
                                            : s.accumulation_bytes;
  facts.ranks = s.parallel.zero.ranks;
  const bool divides_tensors = !is_deepspeed && s.traits.partitions_weights;
  facts.is_flat =
      divides_tensors ? program_way(plan).framework == ProgramFramework::fsdp1 : s.traits.partitions_states;
  return facts;
}

/// Returns the state bytes per element. A ZeRO partition is one tensor for the optimizer, unless it treats
/// each parameter separately.
double state_bytes_of_element(const Training& training, const Symbols& s) {
  const OptimizerRow& row = row_of(training.optimizer);
  if (row.tensor_bytes == nullptr) return optimizer_state_bytes(training, s.state_facts);
  const bool is_one = training.framework == Framework::deepspeed && s.state_facts.is_flat &&
                      !row.keeps_tensors_apart && s.partition > 0;
  if (!is_one) return s.sums.states_of_element;
  const SteppedTensor all{.elements = s.partition, .rows = s.partition};
  return row.tensor_bytes(training, s.state_facts, all) / static_cast<double>(s.partition);
}

}  // namespace

Symbols symbols_of(const Plan& plan, std::span<const TensorKind> kinds, const PipelineStage& stage) {
  const Training& training = plan.training;
  const Zero& zero = plan.zero;
  Symbols s;
  s.types = types_of(plan);
  const bool is_deepspeed = training.framework == Framework::deepspeed;
  s.tags_types = is_deepspeed && casts_products(s.types);
  s.is_16_bit = (is_deepspeed ? s.types.weights : dtype_of(training.precision)) != Dtype::fp32;
  s.weight_bytes = bytes_in_use(s.types);
  s.trained_bytes = bytes_of(training.has_adapters() ? s.types.adapters : s.types.weights);
  s.frozen_bytes = bytes_of(s.types.frozen);
  s.element_bytes = bytes_between_products(s.types);
  s.parallel = parallelism_of(plan, stage);
  s.traits = traits_of(plan);
  s.ranks = s.parallel.shard.ranks;
  s.expert_ranks = s.parallel.expert_shard.ranks;
  s.gpus_per_node = std::max(1, plan.cluster.gpus_per_node);
  s.bucket = zero.reduce_bucket_size;
  s.engine = offload_engine(plan);
  s.parks_states = parks_states(plan);
  s.cycles_weights = cycles_weights(plan);
  s.accumulates = micro_batches_of_host_step(plan, s.engine) > 1;
  s.accumulation_bytes = bytes_of(s.types.gradients);
  s.communication_bytes = bytes_of(s.types.reduced);
  s.master_bytes = bytes_of(s.types.master);
  const Homes homes = homes_of(plan);
  s.optimizer_device = homes.states;
  s.offloads_optimizer = s.optimizer_device != Device::none;
  s.parameter_device = homes.weights;
  const bool is_stage0 = zero.stage == 0 && !partitions_at_stage0(plan);
  s.has_fused_wrapper = is_stage0 && s.is_16_bit && has_flat_wrapper(training);
  s.optimizes_frozen =
      is_stage0 && s.is_16_bit && optimizes_frozen_weights(plan.target.deepspeed_version, training);
  s.is_paged = row_of(training.optimizer).is_paged && !s.offloads_optimizer;
  s.has_bf16_optimizer =
      partitions_at_stage0(plan) || (zero.stage == 1 && training.precision == Precision::bf16 &&
                                     s.accumulation_bytes == 4 && !s.offloads_optimizer);

  s.state_facts = state_facts(plan, s);
  s.sums = sum_tensors(plan, kinds, s, s.weight_bytes);
  if (training.deepcompile.enabled && has_deep_compile(plan))
    s.sums.persistent = 0;  // init_z3.py, ds_persist
  set_partition(s, plan);
  s.state_bytes = state_bytes_of_element(training, s);
  s.state_facts.home = StateHome::cpu;
  s.host_state_bytes = state_bytes_of_element(training, s);
  s.state_facts.home = StateHome::gpu;
  if (s.is_paged) s.state_bytes = 0;
  const KeptByGraph kept = kept_by_graph(plan, s);
  s.kept_states = kept.states;
  s.states_after_backward = kept.states_after_backward;
  s.kept_activations = kept.activations;
  return s;
}

SymbolsIn<Words> in_words(const Plan& plan, const Symbols& numbers) {
  SymbolsIn<Words> s;
  static_cast<Conditions&>(s) = numbers;
  const auto set = [](Words& member, const SymbolRow& row, auto value) { member = named<Words>(row, value); };
  set(s.sums.trainable, sym::trainable, numbers.sums.trainable);
  set(s.sums.waiting, sym::waiting, numbers.sums.waiting);
  set(s.sums.frozen, sym::frozen, numbers.sums.frozen);
  set(s.sums.largest, sym::largest, numbers.sums.largest);
  set(s.sums.quantized, sym::quantized, numbers.sums.quantized);
  set(s.sums.quantized_rows, sym::quantized_rows, numbers.sums.quantized_rows);
  set(s.sums.cast, sym::cast_weights, numbers.sums.cast);
  set(s.sums.cast_trained, sym::cast_trained, numbers.sums.cast_trained);
  set(s.sums.tagged, sym::tagged, numbers.sums.tagged);
  set(s.sums.tagged_trained, sym::tagged_trained, numbers.sums.tagged_trained);
  set(s.sums.fp8, sym::fp8_weights, numbers.sums.fp8);
  set(s.sums.fp8_largest, sym::fp8_largest, numbers.sums.fp8_largest);
  set(s.sums.fp8_sides, sym::fp8_sides, numbers.sums.fp8_sides);
  set(s.sums.largest_quantized, sym::largest_quantized, numbers.sums.largest_quantized);
  set(s.sums.dora_workspace, sym::dora_workspace, numbers.sums.dora_workspace);
  set(s.sums.largest_trained, sym::largest_trained, numbers.sums.largest_trained);
  set(s.sums.trainable_partition, sym::trainable_partition, numbers.sums.trainable_partition);
  set(s.sums.frozen_partition, sym::frozen_partition, numbers.sums.frozen_partition);
  set(s.sums.persistent, sym::persistent, numbers.sums.persistent);
  set(s.sums.swapped_partition, sym::swapped_partition, numbers.sums.swapped_partition);
  set(s.sums.pinned_partitions, sym::pinned_partitions, numbers.sums.pinned_partitions);
  // Only its value is used, as a part of the rounding.
  set(s.sums.frozen_rounding, sym::pinned_rounding, numbers.sums.frozen_rounding);
  set(s.sums.mean_at_border, sym::mean_at_border, numbers.sums.mean_at_border);
  set(s.sums.experts, sym::expert_weights, numbers.sums.experts);
  set(s.sums.trainable_experts, sym::trainable_experts, numbers.sums.trainable_experts);
  set(s.sums.leaf, sym::leaf, numbers.sums.leaf);
  set(s.sums.largest_partition, sym::largest_partition, numbers.sums.largest_partition);
  set(s.ranks, sym::zero_ranks, numbers.ranks);
  set(s.expert_ranks, sym::expert_ranks, numbers.expert_ranks);
  set(s.gpus_per_node, sym::gpus, numbers.gpus_per_node);
  set(s.weight_bytes, sym::weight_bytes, numbers.weight_bytes);
  set(s.trained_bytes, sym::trained_bytes, numbers.trained_bytes);
  set(s.frozen_bytes, sym::frozen_bytes, numbers.frozen_bytes);
  set(s.element_bytes, sym::element_bytes, numbers.element_bytes);
  set(s.accumulation_bytes, sym::accumulation_bytes, numbers.accumulation_bytes);
  set(s.communication_bytes, sym::communication_bytes, numbers.communication_bytes);
  set(s.master_bytes, sym::master_bytes, numbers.master_bytes);
  set(s.state_bytes, sym::state_bytes, numbers.state_bytes);
  set(s.host_state_bytes, sym::host_state_bytes, numbers.host_state_bytes);
  set(s.bucket, sym::reduce_bucket, numbers.bucket);
  set(s.kept_states, sym::kept_states, numbers.kept_states);
  set(s.kept_activations, sym::kept_activations, numbers.kept_activations);
  s.states_after_backward = numbers.states_after_backward;
  set_partition(s, plan);
  return s;
}

Symbols symbols_of(const Plan& plan) {
  const ModelTensors tensors(plan);
  return Basis(plan, tensors).symbols;
}

}  // namespace zp
