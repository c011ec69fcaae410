// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/sharding/pipeline.h"

#include <QtTest>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/sharding/parallelism.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan divided(std::string_view preset, int stages, PipelinePartition partition) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model(preset));
  plan.training.pipeline_parallel = stages;
  plan.training.pipeline_partition = partition;
  plan.training.gradient_accumulation_steps = 16;
  return plan;
}

std::vector<std::int64_t> layers_of_stages(const Plan& plan) {
  std::vector<std::int64_t> layers;
  for (const PipelineStage& stage : pipeline_stages(plan))
    layers.push_back(stage.layers);
  return layers;
}

using Layers = std::vector<std::int64_t>;

}  // namespace

Q_DECLARE_METATYPE(Layers)

/// Tests of the layers of each stage of a pipeline.
class PipelineTest : public QObject {
  Q_OBJECT

 private slots:
  /// The layers are those of DeepSpeed 0.19.6's own partition_balanced and partition_uniform, for embedding,
  /// 32 blocks, norm and head of Llama-2 7B.
  void layers_are_divided_as_deepspeed_divides_them_data() {
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("partition");
    QTest::addColumn<Layers>("layers");
    using enum PipelinePartition;
    const auto row = [](int stages, PipelinePartition partition, const Layers& layers) {
      QTest::addRow("%d %s", stages, std::string(name_of(partition)).c_str())
          << stages << static_cast<int>(partition) << layers;
    };
    row(2, parameters, {16, 16});
    row(4, parameters, {8, 8, 8, 8});
    row(8, parameters, {4, 4, 4, 4, 4, 4, 4, 4});
    row(4, uniform, {8, 9, 9, 6});
    row(8, uniform, {4, 5, 5, 4, 4, 4, 4, 2});
    row(4, blocks, {8, 8, 8, 8});
  }
  void layers_are_divided_as_deepspeed_divides_them() {
    QFETCH(int, stages);
    QFETCH(int, partition);
    QFETCH(Layers, layers);
    QCOMPARE(layers_of_stages(divided("llama-2-7b", stages, static_cast<PipelinePartition>(partition))),
             layers);
  }

  void uneven_blocks_leave_the_lighter_stages_where_deepspeed_does() {
    Plan plan = divided("llama-2-7b", 5, PipelinePartition::blocks);
    plan.model.architecture.layers = 24;
    QCOMPARE(layers_of_stages(plan), (Layers{5, 5, 5, 5, 4}));
    plan.model.architecture.layers = 78;
    plan.training.pipeline_parallel = 12;
    QCOMPARE(layers_of_stages(plan), (Layers{7, 7, 7, 7, 7, 7, 6, 6, 6, 6, 6, 6}));
  }

  void the_embedding_is_on_the_first_stage_and_the_head_on_the_last() {
    const std::vector<PipelineStage> stages =
        pipeline_stages(divided("llama-2-7b", 4, PipelinePartition::blocks));
    QVERIFY(stages.front().has_embedding && !stages.front().has_head);
    QVERIFY(stages.back().has_head && stages.back().has_norm && !stages.back().has_embedding);
    QVERIFY(!stages[1].has_embedding && !stages[1].has_norm && !stages[1].has_head);
  }

  void every_tensor_is_on_one_stage_and_tied_embeddings_on_two() {
    for (const char* preset : {"llama-2-7b", "mixtral-8x7b", "deepseek-v3", "gpt-2-124m"}) {
      const Plan plan = divided(preset, 6, PipelinePartition::parameters);
      const TensorList tensors = tensors_of(plan.model.architecture);
      for (const TensorKind& kind : tensors.kinds()) {
        std::int64_t count = 0;
        for (const PipelineStage& stage : pipeline_stages(plan))
          count += stage.count(kind);
        const bool is_copied = plan.model.architecture.tied_embeddings && kind.role == TensorRole::embedding;
        QCOMPARE(count, is_copied ? 2 * kind.count : kind.count);
      }
    }
  }

  void as_many_micro_batches_wait_as_stages_follow() {
    Plan plan = divided("llama-2-7b", 4, PipelinePartition::blocks);
    const auto in_flight = [&](std::size_t stage) { return pipeline_stages(plan)[stage].chunks_in_flight; };
    QCOMPARE(in_flight(0), 4);
    QCOMPARE(in_flight(3), 1);
    plan.training.gradient_accumulation_steps = 2;
    QCOMPARE(in_flight(0), 2);
    QCOMPARE(in_flight(3), 1);
  }

  void stages_lie_farthest_apart() {
    Plan plan = divided("llama-2-7b", 4, PipelinePartition::blocks);
    plan.cluster.nodes = 4;
    plan.training.tensor_parallel = 2;
    const Parallelism p = parallelism_of(plan);
    QCOMPARE(p.zero, (RankGroup{4, 2, 8}));
    QCOMPARE(p.pipeline, (RankGroup{4, 8, 8}));
    QCOMPARE(p.pipeline.nodes(), 4);
    QCOMPARE(data_parallel_world(plan), 4);
  }

  void what_cannot_be_divided_is_one_stage() {
    Plan plan = divided("llama-2-7b", 36, PipelinePartition::parameters);
    QVERIFY(first_stage(plan).is_whole());
    plan.training.pipeline_parallel = 1 << 26;
    QCOMPARE(pipeline_stages(plan).size(), std::size_t{1});
    plan.training.pipeline_parallel = 2;
    plan.model = model_from_tensors({{4, 4, 2}});
    QVERIFY(first_stage(plan).is_whole());
  }
};

ZP_TEST(PipelineTest)
#include "pipeline_test.moc"
