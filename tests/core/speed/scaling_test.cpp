// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/scaling.h"

#include <QtTest>
#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/speed/step_time.h"
#include "core/speed/throughput.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan plan_of(int gpus_per_node, int nodes) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.cluster.gpus_per_node = gpus_per_node;
  plan.cluster.nodes = nodes;
  plan.training.micro_batch_size = 2;
  plan.training.gradient_accumulation_steps = 4;
  plan.zero.stage = 3;
  return plan;
}

}  // namespace

class ScalingTest : public QObject {
  Q_OBJECT

 private slots:
  void numbers_of_gpus_data() {
    QTest::addColumn<int>("per_node");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<std::vector<int>>("first");
    QTest::newRow("eight a node") << 8 << 1 << std::vector<int>{1, 2, 4, 8, 16, 32};
    QTest::newRow("six a node") << 6 << 1 << std::vector<int>{1, 2, 4, 6, 12, 24};
    QTest::newRow("three nodes of eight") << 8 << 3 << std::vector<int>{1, 2, 4, 8, 16, 24, 32};
    QTest::newRow("one a node") << 1 << 1 << std::vector<int>{1, 2, 4, 8};
  }
  void numbers_of_gpus() {
    QFETCH(int, per_node);
    QFETCH(int, nodes);
    QFETCH(std::vector<int>, first);
    const std::vector<int> counts = scaled_gpus(plan_of(per_node, nodes));
    QVERIFY(counts.size() > first.size());
    QVERIFY(std::ranges::equal(first, std::span(counts).first(first.size())));
    QVERIFY(counts.back() > most_scaled_gpus / 2);
  }
  void a_cluster_beyond_the_axis_is_still_shown() {
    const std::vector<int> counts = scaled_gpus(plan_of(8, 2000));
    QCOMPARE(counts.back(), 16'000);
  }

  void todays_point_is_todays_estimate() {
    const Plan plan = plan_of(8, 2);
    for (const FixedQuantity fixed : {FixedQuantity::micro_batch, FixedQuantity::global_batch}) {
      const ScalePoint point = scale_point(plan, 3, 16, fixed);
      QVERIFY(point.is_possible);
      QCOMPARE(point.gpu_peak, estimate_memory(plan).gpu.peak);
      QCOMPARE(point.seconds, estimate_speed(plan).total);
      QCOMPARE(point.tokens_per_s, throughput_of(plan, point.seconds).tokens_per_s);
      QCOMPARE(point.global_batch, train_batch_size(plan));
    }
  }

  void the_micro_batch_is_held() {
    const Plan plan = plan_of(8, 2);
    for (const int gpus : scaled_gpus(plan)) {
      const auto scaled = on_gpus(plan, gpus, FixedQuantity::micro_batch);
      QVERIFY(scaled);
      QCOMPARE(scaled->cluster.ranks(), gpus);
      QCOMPARE(scaled->training, plan.training);
      QCOMPARE(train_batch_size(*scaled), std::int64_t{8} * gpus);
    }
  }
  void the_global_batch_is_held() {
    const Plan plan = plan_of(8, 2);  // 2 × 4 × 16 = 128 sequences
    for (const int gpus : {1, 2, 8, 16, 64, 128}) {
      const auto scaled = on_gpus(plan, gpus, FixedQuantity::global_batch);
      QVERIFY(scaled);
      QCOMPARE(train_batch_size(*scaled), std::int64_t{128});
      QVERIFY(scaled->training.micro_batch_size <= 2);
    }
    QCOMPARE(on_gpus(plan, 128, FixedQuantity::global_batch)->training.micro_batch_size, std::int64_t{1});
    QVERIFY(!on_gpus(plan, 256, FixedQuantity::global_batch));
  }
  void a_micro_batch_that_does_not_divide_gets_smaller() {
    Plan plan = plan_of(8, 1);
    plan.training.micro_batch_size = 6;
    plan.training.gradient_accumulation_steps = 1;  // 48 sequences; 3 per rank on 16 GPUs
    const auto scaled = on_gpus(plan, 16, FixedQuantity::global_batch);
    QVERIFY(scaled);
    QCOMPARE(scaled->training.micro_batch_size, std::int64_t{3});
    QCOMPARE(on_gpus(plan, 2, FixedQuantity::global_batch)->training.gradient_accumulation_steps,
             std::int64_t{4});
  }

  void only_whole_nodes() {
    QVERIFY(!on_gpus(plan_of(8, 1), 12, FixedQuantity::micro_batch));
    QCOMPARE(on_gpus(plan_of(8, 1), 24, FixedQuantity::micro_batch)->cluster.nodes, 3);
    QCOMPARE(on_gpus(plan_of(8, 4), 4, FixedQuantity::micro_batch)->cluster.nodes, 1);
  }
  void parallel_ranks_need_their_gpus() {
    Plan plan = plan_of(8, 1);
    plan.training.tensor_parallel = 4;
    QVERIFY(!scale_point(plan, 3, 2, FixedQuantity::micro_batch).is_possible);
    QVERIFY(scale_point(plan, 3, 4, FixedQuantity::micro_batch).is_possible);
  }

  void more_gpus_hold_smaller_partitions() {
    const Plan plan = plan_of(8, 1);
    Bytes last = scale_point(plan, 3, 8, FixedQuantity::micro_batch).gpu_peak;
    for (const int gpus : {16, 64, 512}) {
      const Bytes peak = scale_point(plan, 3, gpus, FixedQuantity::micro_batch).gpu_peak;
      QVERIFY(peak < last);
      last = peak;
    }
    QVERIFY(!scale_point(plan, 0, 8192, FixedQuantity::micro_batch).fits);
    QVERIFY(scale_point(plan, 3, 8192, FixedQuantity::micro_batch).fits);
  }
  void tensors_have_memory_and_no_speed() {
    Plan plan = plan_of(8, 1);
    plan.model = model_from_tensors({{4096, 4096, 32}});
    const ScalePoint point = scale_point(plan, 2, 16, FixedQuantity::micro_batch);
    QVERIFY(point.is_possible);
    QVERIFY(point.gpu_peak.value() > 0);
    QCOMPARE(point.seconds, 0.0);
  }
};

ZP_TEST(ScalingTest)
#include "scaling_test.moc"
