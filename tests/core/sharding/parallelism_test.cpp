// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/sharding/parallelism.h"

#include <QtTest>
#include <set>

#include "core/catalog/catalog.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns a plan of 4 nodes of 8 GPUs, tensor parallel 2, sequence parallel 4.
Plan divided_plan() {
  Plan plan;
  plan.cluster.nodes = 4;
  plan.training.tensor_parallel = 2;
  plan.training.sequence_parallel = 4;
  plan.training.sequence_length = 1001;
  plan.zero.stage = 3;
  return plan;
}

}  // namespace

/// Tests of the ranks that work together, of their nodes, and of the tensors that one of them holds.
class ParallelismTest : public QObject {
  Q_OBJECT

 private slots:
  void ranks_are_divided_by_tensor_then_by_sequence() {
    const Parallelism p = parallelism_of(divided_plan());
    QCOMPARE(p.world, 32);
    QCOMPARE(p.zero.ranks, 16);
    QCOMPARE(p.shard, p.zero);
    QCOMPARE(p.replicas.ranks, 1);
    QCOMPARE(p.data, 4);
    QCOMPARE(p.sequence_tokens, 251);
  }

  void neighbours_share_a_layer_and_the_next_a_sequence() {
    const Parallelism p = parallelism_of(divided_plan());
    QCOMPARE(p.tensor, (RankGroup{2, 1, 8}));
    QCOMPARE(p.tensor.nodes(), 1);
    QCOMPARE(p.sequence, (RankGroup{4, 2, 8}));
    QCOMPARE(p.sequence.nodes(), 1);  // four ranks, two apart, fill one node
    QCOMPARE(p.zero.per_node(), 4);
    QCOMPARE(p.zero.nodes(), 4);
  }

  void a_mics_shard_is_part_of_the_ranks_and_has_replicas() {
    Plan plan = divided_plan();
    plan.zero.mics_shard_size = 4;
    const Parallelism p = parallelism_of(plan);
    QCOMPARE(p.shard, (RankGroup{4, 2, 8}));
    QCOMPARE(p.replicas, (RankGroup{4, 8, 8}));
    QCOMPARE(p.replicas.nodes(), 4);  // one rank of each node
    plan.zero.stage = 2;              // only stage 3 has MiCS
    QCOMPARE(parallelism_of(plan).shard.ranks, 16);
  }

  void a_group_larger_than_its_stride_allows_crosses_nodes() {
    QCOMPARE((RankGroup{8, 1, 8}.nodes()), 1);
    QCOMPARE((RankGroup{12, 1, 8}.nodes()), 2);
    QCOMPARE((RankGroup{4, 16, 8}.nodes()), 4);
  }

  void matrices_are_cut_and_norms_are_whole() {
    const Parallelism p = parallelism_of(divided_plan());
    QCOMPARE(p.local(TensorKind{5, 3, 7, TensorRole::q_proj}).numel, 8);
    QCOMPARE(p.local(TensorKind{5, 1, 7, TensorRole::final_norm}).numel, 5);
    QCOMPARE(p.local(TensorKind{5, 3, 7, TensorRole::q_proj}).count, 7);
    QCOMPARE(p.local(TensorKind{5, 3, 7, TensorRole::q_proj}).ranks, 16);
    QCOMPARE(p.local(33), 16.5);
  }

  /// The layout is DeepSpeed's own: module_inject/auto_ep_folding.py, expected_folding_group_tables.
  void neighbours_divide_the_experts_and_ranks_with_the_same_ones_reduce_them() {
    for (const int size : {1, 2, 4, 8, 16}) {
      Plan plan;
      plan.cluster.nodes = 4;
      plan.training.expert_parallel = size;
      const Parallelism p = parallelism_of(plan);
      std::set<int> nodes_of_experts, nodes_of_copies;
      int copies = 0;
      for (int rank = 0; rank < 32; ++rank) {
        if (rank / size == 0) nodes_of_experts.insert(rank / 8);
        if (rank % size != 0) continue;
        nodes_of_copies.insert(rank / 8);
        ++copies;
      }
      QCOMPARE(p.expert.ranks, size);
      QCOMPARE(p.expert.nodes(), static_cast<int>(nodes_of_experts.size()));
      QCOMPARE(p.expert_shard.ranks, copies);
      QCOMPARE(p.expert_shard.nodes(), static_cast<int>(nodes_of_copies.size()));
    }
  }

  void each_stage_of_a_pipeline_has_experts_of_its_own() {
    Plan plan;
    plan.model = model_from_preset(catalog().find_model("mixtral-8x7b"));
    plan.cluster.nodes = 4;
    plan.training.pipeline_parallel = 4;
    plan.training.expert_parallel = 4;
    const Parallelism p = parallelism_of(plan);
    QCOMPARE(p.expert.ranks, 4);
    QCOMPARE(p.expert_shard.ranks, 2);  // 8 ranks of a stage
    plan.training.expert_parallel = 32;
    QCOMPARE(parallelism_of(plan).expert.ranks, 8);
  }

  void experts_of_a_layer_are_one_tensor_of_each_rank_that_divides_them() {
    Plan plan = divided_plan();
    plan.model = model_from_preset(catalog().find_model("mixtral-8x7b"));
    plan.training.expert_parallel = 4;
    const Parallelism p = parallelism_of(plan);
    const TensorList tensors = tensors_of(plan.model.architecture);
    for (const TensorKind& kind : tensors.kinds()) {
      const LocalTensor mine = p.local(kind);
      if (!traits_of(kind.role).of_expert) {
        QCOMPARE(mine.ranks, 16);
        continue;
      }
      QCOMPARE(mine.count, 32);                              // one for each layer
      QCOMPARE(mine.numel, 2 * std::int64_t{14336} * 4096);  // 8 experts over 4 ranks, whole
      QCOMPARE(mine.ranks, 8);
    }
  }

  void grouped_experts_of_a_layer_are_one_tensor_that_all_ranks_share() {
    Plan plan = divided_plan();
    plan.model = model_from_preset(catalog().find_model("mixtral-8x7b"));
    const Parallelism one_by_one = parallelism_of(plan);
    plan.training.experts = Experts::grouped;
    const Parallelism grouped = parallelism_of(plan);
    const TensorList tensors = tensors_of(plan.model.architecture);
    for (const TensorKind& kind : tensors.kinds()) {
      const LocalTensor before = one_by_one.local(kind), after = grouped.local(kind);
      QCOMPARE(after.ranks, before.ranks);
      const std::int64_t stacked = traits_of(kind.role).of_expert ? 8 : 1;
      QCOMPARE(after.count, before.count / stacked);
      QCOMPARE(after.numel, before.numel * stacked);
    }
  }

  void sizes_that_do_not_fit_leave_one_rank() {
    Plan plan = divided_plan();
    plan.training.tensor_parallel = 64;
    plan.zero.zero_hpz_partition_size = -3;
    const Parallelism p = parallelism_of(plan);
    QCOMPARE(p.zero.ranks, 1);
    QCOMPARE(p.data, 1);
    QCOMPARE(p.secondary.ranks, 1);
  }
};

ZP_TEST(ParallelismTest)
#include "parallelism_test.moc"
