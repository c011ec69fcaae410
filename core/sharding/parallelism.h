// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/catalog/tensors.h"
#include "core/plan/adapters.h"
#include "core/plan/plan.h"
#include "core/sharding/pipeline.h"

namespace zp {

/// Ranks that work together, and their placement: consecutive ranks fill one node after another.
struct RankGroup {
  int ranks = 1;
  int stride = 1;  ///< distance from one rank of the group to the next
  int gpus_per_node = 1;

  /// Returns the number of its ranks on one node.
  [[nodiscard]] constexpr int per_node() const { return std::clamp(gpus_per_node / stride, 1, ranks); }
  [[nodiscard]] constexpr int nodes() const { return (ranks + per_node() - 1) / per_node(); }
  bool operator==(const RankGroup&) const = default;
};

/// One rank's part of a kind of tensor, and the number of ranks that partition it.
struct LocalTensor {
  std::int64_t numel = 0;  ///< elements of one tensor in their stored form
  std::int64_t count = 0;
  std::int64_t ranks = 1;
};

/// How a plan's work is divided among ranks, and one rank's part of model and batch. From nearest to farthest
/// ranks: tensor parallelism, sequence parallelism, data parallelism, pipeline stages
/// (runtime/pipe/topology.py, PipeModelDataParallelTopology). ZeRO partitions over sequence- and
/// data-parallel ranks together.
struct Parallelism {
  int world = 1;           ///< all ranks
  int data = 1;            ///< model replicas that see different data
  RankGroup tensor;        ///< ranks that share one layer
  RankGroup sequence;      ///< ranks that share one sequence, by Ulysses or context parallelism
  RankGroup heads;         ///< of those, ranks that exchange heads (Ulysses)
  RankGroup context;       ///< of those, ranks that exchange keys and values (context parallelism)
  RankGroup zero;          ///< ranks that hold the same tensors and reduce their gradients together
  RankGroup shard;         ///< ranks of one ZeRO partition (N): all of `zero`, or one MiCS shard of it
  RankGroup replicas;      ///< ranks that hold the same part of different shards
  RankGroup secondary;     ///< ranks of hpZ's secondary partition; one rank if it is off
  RankGroup pipeline;      ///< one rank of each stage
  RankGroup expert;        ///< ranks that divide a layer's routed experts; 1 if each rank has all
  RankGroup expert_shard;  ///< ranks with the same experts, which share ZeRO partition and gradients
  std::int64_t expert_layers = 0;  ///< layers whose experts are stacked in one tensor per projection; else 0
  int packed = 1;                  ///< weights per stored element of a quantised linear layer
  bool stacks_experts = false, quantizes_experts = false;
  std::int64_t sequence_tokens = 0;  ///< tokens of one sequence on one rank
  PipelineStage stage;               ///< the pipeline stage that this describes

  /// Returns one rank's part of a width that tensor parallelism divides (heads, MLP, vocabulary).
  [[nodiscard]] double local(std::int64_t width) const { return static_cast<double>(width) / tensor.ranks; }
  [[nodiscard]] LocalTensor local(const TensorKind& kind) const;
  /// Returns the weights of a layer's stacked experts on one rank, one projection, independent of how they
  /// are stored. Precondition: expert_layers > 0.
  [[nodiscard]] std::int64_t stacked_elements(const TensorKind& kind) const;
  /// Returns the weights of one tensor on one rank, independent of how they are stored; not for stacked
  /// experts.
  [[nodiscard]] std::int64_t elements(const TensorKind& kind) const {
    const std::int64_t numel = kind.numel();
    const bool is_cut = tensor.ranks > 1 && traits_of(kind.role).split != TensorSplit::whole;
    return is_cut ? (numel + tensor.ranks - 1) / tensor.ranks : numel;
  }
  /// Returns true if tensors of that kind are stored quantised.
  [[nodiscard]] bool quantizes(const TensorKind& kind) const {
    return packed > 1 && is_linear_layer(kind, quantizes_experts);
  }
  [[nodiscard]] bool divides_experts(const TensorKind& kind) const {
    return expert.ranks > 1 && traits_of(kind.role).of_expert;
  }

  /// Returns one tensor of a layer's experts on each rank. Tensor parallelism does not divide experts under
  /// AutoEP (module_inject/auto_ep_layer.py, AutoEPMoELayer; moe/ep_experts.py, GroupedExperts).
  [[nodiscard]] LocalTensor stacked_experts(const TensorKind& kind) const;

  bool operator==(const Parallelism&) const = default;
};

/// Returns how a plan is divided, for one stage. Sizes that do not divide evenly (core/rules reports them)
/// are rounded down, to at least one.
[[nodiscard]] Parallelism parallelism_of(const Plan& plan, const PipelineStage& stage);
/// Returns how a plan is divided, for the first pipeline stage.
[[nodiscard]] inline Parallelism parallelism_of(const Plan& plan) {
  return parallelism_of(plan, first_stage(plan));
}

// Inline, because a search calls it in its innermost loop.
inline LocalTensor Parallelism::local(const TensorKind& kind) const {
  if (expert_layers > 0 && traits_of(kind.role).of_expert) [[unlikely]]
    return stacked_experts(kind);
  std::int64_t numel = elements(kind);
  if (quantizes(kind)) [[unlikely]]
    numel = (numel + packed - 1) / packed;
  return {numel, stage.is_whole() ? kind.count : stage.count(kind), shard.ranks};
}

}  // namespace zp
