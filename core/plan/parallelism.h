// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/catalog/tensors.h"
#include "core/plan/adapters.h"
#include "core/plan/pipeline.h"
#include "core/plan/plan.h"

namespace zp {

/// Ranks that work together, and how they lie over the nodes: consecutive ranks fill a node before the next.
struct RankGroup {
  int ranks = 1;
  int stride = 1;  ///< from one rank of the group to the next
  int gpus_per_node = 1;

  /// Of its ranks, those that share a node.
  [[nodiscard]] constexpr int per_node() const { return std::clamp(gpus_per_node / stride, 1, ranks); }
  [[nodiscard]] constexpr int nodes() const { return (ranks + per_node() - 1) / per_node(); }
  bool operator==(const RankGroup&) const = default;
};

/// What one rank holds of a kind of tensor, and how many ranks partition that.
struct LocalTensor {
  std::int64_t numel = 0;  ///< elements of one of them as they are stored
  std::int64_t count = 0;
  std::int64_t ranks = 1;
};

/// How a plan's ranks divide the work, and what of the model and the batch one rank has. Neighbouring ranks
/// share a layer (tensor parallelism), the next ones a sequence (Ulysses), the next see different data, and
/// the stages of a pipeline lie farthest apart (runtime/pipe/topology.py, PipeModelDataParallelTopology).
/// ZeRO partitions over sequence- and data-parallel ranks together.
struct Parallelism {
  int world = 1;                   ///< all ranks
  int data = 1;                    ///< model replicas that see different data
  RankGroup tensor;                ///< share one layer
  RankGroup sequence;              ///< share one sequence
  RankGroup zero;                  ///< hold the same tensors and reduce their gradients together
  RankGroup shard;                 ///< share one ZeRO partition (N): all of `zero`, or one MiCS shard of it
  RankGroup replicas;              ///< hold the same part of different shards
  RankGroup secondary;             ///< share the secondary partition of hpZ; one rank where it is off
  RankGroup pipeline;              ///< one of each stage
  RankGroup expert;                ///< divide the routed experts of a layer; one rank where each has all
  RankGroup expert_shard;          ///< hold the same experts: share their ZeRO partition and gradients
  std::int64_t expert_layers = 0;  ///< layers whose experts are stacked in one tensor a projection; else 0
  int packed = 1;                  ///< weights that one stored element holds of a quantised linear layer
  bool stacks_experts = false;
  std::int64_t sequence_tokens = 0;  ///< tokens of one sequence that one rank works on
  PipelineStage stage;               ///< what of the layers this is about

  /// Of a width that tensor parallelism divides (heads, MLP, vocabulary), the part of one rank.
  [[nodiscard]] double local(std::int64_t width) const { return static_cast<double>(width) / tensor.ranks; }
  [[nodiscard]] LocalTensor local(const TensorKind& kind) const;
  /// Weights of one tensor on one rank, however they are stored; stacked experts left out.
  [[nodiscard]] std::int64_t elements(const TensorKind& kind) const {
    const std::int64_t numel = kind.numel();
    const bool is_cut = tensor.ranks > 1 && traits_of(kind.role).cut != Cut::whole;
    return is_cut ? (numel + tensor.ranks - 1) / tensor.ranks : numel;
  }
  /// Whether tensors of that kind are stored quantised.
  [[nodiscard]] bool quantizes(const TensorKind& kind) const {
    return packed > 1 && is_linear_layer(kind, stacks_experts);
  }
  [[nodiscard]] bool divides_experts(const TensorKind& kind) const {
    return expert.ranks > 1 && traits_of(kind.role).of_expert;
  }

  /// One tensor of a layer's experts on each rank. Those that AutoEP divides tensor parallelism leaves whole
  /// (module_inject/auto_ep_layer.py, AutoEPMoELayer; moe/ep_experts.py, GroupedExperts).
  [[nodiscard]] LocalTensor stacked_experts(const TensorKind& kind) const;

  bool operator==(const Parallelism&) const = default;
};

/// Sizes that do not divide each other (core/rules says so) are rounded down, to one at least.
[[nodiscard]] Parallelism parallelism_of(const Plan& plan, const PipelineStage& stage);
/// Of a pipeline's first stage.
[[nodiscard]] inline Parallelism parallelism_of(const Plan& plan) {
  return parallelism_of(plan, first_stage(plan));
}

// In the inner loop of a search: inline.
inline LocalTensor Parallelism::local(const TensorKind& kind) const {
  if (expert_layers > 0 && traits_of(kind.role).of_expert) [[unlikely]]
    return stacked_experts(kind);
  std::int64_t numel = elements(kind);
  if (quantizes(kind)) [[unlikely]]
    numel = (numel + packed - 1) / packed;
  return {numel, stage.is_whole() ? kind.count : stage.count(kind), shard.ranks};
}

}  // namespace zp
