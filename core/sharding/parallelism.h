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

/// Ranks that work together, and their layout over the nodes: consecutive ranks fill a node before the next.
struct RankGroup {
  int ranks = 1;
  int stride = 1;  ///< distance from one rank of the group to the next
  int gpus_per_node = 1;

  /// Returns the number of its ranks that share a node.
  [[nodiscard]] constexpr int per_node() const { return std::clamp(gpus_per_node / stride, 1, ranks); }
  [[nodiscard]] constexpr int nodes() const { return (ranks + per_node() - 1) / per_node(); }
  bool operator==(const RankGroup&) const = default;
};

/// The part of a kind of tensor that one rank holds, and the number of ranks that partition it.
struct LocalTensor {
  std::int64_t numel = 0;  ///< elements of one tensor as they are stored
  std::int64_t count = 0;
  std::int64_t ranks = 1;
};

/// The division of a plan's work among its ranks, and the part of the model and the batch that one rank has.
/// Neighbouring ranks share a layer (tensor parallelism), the next ones share a sequence (Ulysses), the next
/// see different data, and the stages of a pipeline lie farthest apart (runtime/pipe/topology.py,
/// PipeModelDataParallelTopology). ZeRO partitions over sequence- and data-parallel ranks together.
struct Parallelism {
  int world = 1;           ///< all ranks
  int data = 1;            ///< model replicas that see different data
  RankGroup tensor;        ///< ranks that share one layer
  RankGroup sequence;      ///< ranks that share one sequence, in either way
  RankGroup heads;         ///< of those, ranks that exchange heads for parts of the sequence (Ulysses)
  RankGroup context;       ///< of those, ranks that exchange keys and values (context parallelism)
  RankGroup zero;          ///< ranks that hold the same tensors and reduce their gradients together
  RankGroup shard;         ///< ranks of one ZeRO partition (N): all of `zero`, or one MiCS shard of it
  RankGroup replicas;      ///< ranks that hold the same part of different shards
  RankGroup secondary;     ///< ranks of hpZ's secondary partition; one rank if it is off
  RankGroup pipeline;      ///< one rank of each stage
  RankGroup expert;        ///< ranks that divide a layer's routed experts; one rank if each has all
  RankGroup expert_shard;  ///< ranks with the same experts: they share ZeRO partition and gradients
  std::int64_t expert_layers = 0;  ///< layers whose experts are stacked in one tensor a projection; else 0
  int packed = 1;                  ///< weights that one stored element of a quantised linear layer holds
  bool stacks_experts = false;
  std::int64_t sequence_tokens = 0;  ///< tokens of one sequence that one rank works on
  PipelineStage stage;               ///< the pipeline stage that this describes

  /// Returns the part of one rank of a width that tensor parallelism divides (heads, MLP, vocabulary).
  [[nodiscard]] double local(std::int64_t width) const { return static_cast<double>(width) / tensor.ranks; }
  [[nodiscard]] LocalTensor local(const TensorKind& kind) const;
  /// Returns the weights of one tensor on one rank, however they are stored; does not apply to
  /// stacked experts.
  [[nodiscard]] std::int64_t elements(const TensorKind& kind) const {
    const std::int64_t numel = kind.numel();
    const bool is_cut = tensor.ranks > 1 && traits_of(kind.role).cut != Cut::whole;
    return is_cut ? (numel + tensor.ranks - 1) / tensor.ranks : numel;
  }
  /// Returns true if tensors of that kind are stored quantised.
  [[nodiscard]] bool quantizes(const TensorKind& kind) const {
    return packed > 1 && is_linear_layer(kind, stacks_experts);
  }
  [[nodiscard]] bool divides_experts(const TensorKind& kind) const {
    return expert.ranks > 1 && traits_of(kind.role).of_expert;
  }

  /// Returns one tensor of a layer's experts on each rank. Experts that AutoEP divides are left whole by
  /// tensor parallelism (module_inject/auto_ep_layer.py, AutoEPMoELayer; moe/ep_experts.py, GroupedExperts).
  [[nodiscard]] LocalTensor stacked_experts(const TensorKind& kind) const;

  bool operator==(const Parallelism&) const = default;
};

/// Returns the division of a plan for one stage. Sizes that do not divide each other (core/rules reports
/// them) are rounded down, to at least one.
[[nodiscard]] Parallelism parallelism_of(const Plan& plan, const PipelineStage& stage);
/// Returns the division of a plan for a pipeline's first stage.
[[nodiscard]] inline Parallelism parallelism_of(const Plan& plan) {
  return parallelism_of(plan, first_stage(plan));
}

// Inline because it is in the inner loop of a search.
inline LocalTensor Parallelism::local(const TensorKind& kind) const {
  if (expert_layers > 0 && traits_of(kind.role).of_expert) [[unlikely]]
    return stacked_experts(kind);
  std::int64_t numel = elements(kind);
  if (quantizes(kind)) [[unlikely]]
    numel = (numel + packed - 1) / packed;
  return {numel, stage.is_whole() ? kind.count : stage.count(kind), shard.ranks};
}

}  // namespace zp
