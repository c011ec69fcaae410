// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/sharding/parallelism.h"

#include <limits>

#include "core/sharding/framework.h"
#include "core/sharding/types_of.h"

namespace zp {

std::int64_t Parallelism::stacked_elements(const TensorKind& kind) const {
  const std::int64_t of_layer = kind.total() / expert_layers;
  if (expert.ranks > 1) return of_layer / expert.ranks;
  const bool is_cut = tensor.ranks > 1 && traits_of(kind.role).split != TensorSplit::whole;
  return is_cut ? (of_layer + tensor.ranks - 1) / tensor.ranks : of_layer;
}

LocalTensor Parallelism::stacked_experts(const TensorKind& kind) const {
  const std::int64_t here = stage.is_whole() ? expert_layers : stage.expert_layers;
  std::int64_t numel = stacked_elements(kind);
  if (quantizes(kind)) numel = (numel + packed - 1) / packed;
  return {numel, here, expert.ranks > 1 ? expert_shard.ranks : shard.ranks};
}

Parallelism parallelism_of(const Plan& plan, const PipelineStage& stage) {
  const Training& training = plan.training;
  const Zero& zero = plan.zero;
  const int per_node = std::max(1, plan.cluster.gpus_per_node);
  const int tensor = std::max(1, training.tensor_parallel);
  const int sequence = std::max(1, training.sequence_parallel);
  // Returns a group size of `zero`, clamped to the number of ranks; 0 if it is off or the framework has no
  // such groups.
  const bool has_groups = traits_of(plan).is_tuned_by_zero;
  const auto stated = [has_groups](std::int64_t size) {
    return has_groups ? static_cast<int>(std::clamp<std::int64_t>(size, 0, std::numeric_limits<int>::max()))
                      : 0;
  };

  Parallelism p;
  p.world = std::max(1, plan.cluster.ranks());
  p.stage = stage;
  const int same_tensors = std::max(1, zero_world(plan));
  const int mics = zero.stage == 3 ? stated(zero.mics_shard_size) : 0;
  const int asked = has_groups ? mics : zero.stage >= 2 ? training.shard_ranks : 0;
  const int shard = asked > 0 ? std::min(asked, same_tensors) : same_tensors;
  const int context = std::max(1, training.context_parallel);
  p.data = std::max(1, same_tensors / sequence_ranks(training));
  p.tensor = {tensor, 1, per_node};
  p.heads = {sequence, tensor, per_node};
  p.context = {context, tensor * sequence, per_node};
  p.sequence = {sequence_ranks(training), tensor, per_node};
  p.zero = {same_tensors, tensor, per_node};
  p.shard = {shard, tensor, per_node};
  p.replicas = {same_tensors / shard, tensor * shard, per_node};
  p.secondary = {std::max(1, stated(zero.zero_hpz_partition_size)), tensor, per_node};
  p.pipeline = {stage.stages, tensor * same_tensors, per_node};
  // Each stage of a pipeline has experts of its own.
  const int of_stage = std::max(1, p.world / stage.stages);
  p.expert_shard = {of_stage, 1, per_node};
  if (training.expert_parallel > 1) {
    const int expert = std::min(of_stage, training.expert_parallel);
    p.expert = {expert, 1, per_node};
    p.expert_shard = {of_stage / expert, expert, per_node};
  }
  p.stacks_experts = training.stacks_experts();
  // Quantised weights are packed into elements of the frozen weights' type, so that stage 3 and FSDP can
  // partition them (bnb_4bit_quant_storage; PEFT docs/source/accelerate/deepspeed.md).
  if (training.quantizes_frozen())
    p.packed = 8 * bytes_of(types_of(plan).frozen) / bits_of(training.frozen_precision);
  p.quantizes_experts = quantizes_experts(training, plan.model.architecture);
  if (p.stacks_experts) p.expert_layers = plan.model.architecture.expert_layers();
  p.sequence_tokens = (training.sequence_length + p.sequence.ranks - 1) / p.sequence.ranks;
  return p;
}

}  // namespace zp
