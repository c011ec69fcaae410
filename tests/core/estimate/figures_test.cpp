// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/figures.h"

#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/estimate/ours.h"
#include "core/sharding/strategy.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan seven_b(Strategy strategy) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.training.activation_checkpointing = Checkpointing::full;
  return with_strategy(plan, strategy);
}

OurFigures ours_of(const Plan& plan) { return our_figures(plan, estimate_memory(plan)); }

/// Returns the bytes for each parameter of Llama 2 7B, which has 6,738,415,616.
double each(Bytes bytes) { return static_cast<double>(bytes.value()) / 6'738'415'616.0; }

/// The borders of partitions take up to 5 % of a gradient at stage 2.
bool is_near(double value, double expected) { return std::abs(value - expected) < 0.05 * expected; }

}  // namespace

/// Tests of the figures of a plan, and of those that stand beside other estimators'.
class FiguresTest : public QObject {
  Q_OBJECT

 private slots:
  void the_slowdown_is_against_stage_1_without_offload() {
    QCOMPARE(figures_of(seven_b({1, Device::none, Device::none})).slowdown_vs_stage_1, 1.0);
    const Plan offloaded = seven_b({2, Device::cpu, Device::none});
    const Figures figures = figures_of(offloaded);
    const double stage_1 = estimate_speed(seven_b({1, Device::none, Device::none})).total;
    QCOMPARE(figures.slowdown_vs_stage_1, figures.time.total / stage_1);
    QVERIFY(figures.slowdown_vs_stage_1 > 1.5);
    QCOMPARE(figures.throughput.tokens_per_s, 8 * 2048 / figures.time.total);
    QCOMPARE(figures_of(offloaded, ModelTensors(offloaded), 0).slowdown_vs_stage_1, 0.0);
    QCOMPARE(figures_of(offloaded, ModelTensors(offloaded), 0.5).slowdown_vs_stage_1,
             figures.time.total / 0.5);
  }
  void a_list_of_tensors_has_no_slowdown() {
    Plan plan;
    plan.model = model_from_tensors({{4096, 4096, 100, TensorRole::other, true}});
    const Figures figures = figures_of(plan);
    QVERIFY(!figures.time.is_known);
    QCOMPARE(figures.slowdown_vs_stage_1, 0.0);
  }

  /// ZeRO paper (arXiv 1910.02054, Figure 1) on N = 8: 2 + 2 + 12/N, 2 + (2 + 12)/N, (2 + 2 + 12)/N.
  /// At stage 1 DeepSpeed copies its part of the averaged gradients (stage_1_and_2.py, averaged_gradients):
  /// 2/N more.
  void model_states_are_those_of_the_paper() {
    struct Row {
      int stage;
      double weights, gradients, states;
    };
    for (const Row& row : {Row{1, 2, 2.25, 1.5}, Row{2, 2, 0.25, 1.5}, Row{3, 0.25, 0.25, 1.5}}) {
      const OurFigures ours = ours_of(seven_b({row.stage, Device::none, Device::none}));
      QVERIFY2(is_near(each(ours.parameters_gpu_bytes), row.weights),
               std::to_string(each(ours.parameters_gpu_bytes)).c_str());
      QVERIFY2(is_near(each(ours.gradients_gpu_bytes), row.gradients),
               std::to_string(each(ours.gradients_gpu_bytes)).c_str());
      QVERIFY2(is_near(each(ours.optimizer_states_gpu_bytes), row.states),
               std::to_string(each(ours.optimizer_states_gpu_bytes)).c_str());
      QVERIFY(is_near(each(ours.model_states_gpu_bytes), row.weights + row.gradients + row.states));
      QVERIFY(is_near(each(ours.model_states_total_bytes), 8 * (row.weights + row.gradients + row.states)));
    }
  }
  /// Offload keeps 2 bytes of weights, 2 of gradients and 4 of them in fp32, and 12 of master and states,
  /// wherever they lie and on however many nodes.
  void states_off_the_gpu_count_in_the_total() {
    for (const Device optimizer : {Device::cpu, Device::nvme})
      for (const int nodes : {1, 2}) {
        Plan plan = seven_b({3, optimizer, Device::none});
        plan.cluster.nodes = nodes;
        QVERIFY(is_near(each(ours_of(plan).model_states_total_bytes), 20));
        QVERIFY(is_near(each(ours_of(plan).model_states_gpu_bytes), 2.0 / plan.cluster.ranks()));
      }
    const auto on_drives = [](int nodes) {
      Plan plan = seven_b({3, Device::nvme, Device::nvme});
      plan.cluster.nodes = nodes;
      return each(ours_of(plan).model_states_total_bytes);
    };
    QVERIFY(is_near(on_drives(2), on_drives(1)));
  }
  /// A checkpoint of each of 32 blocks: 2,048 tokens of 4,096 numbers of 2 bytes.
  void checkpoints_count_wherever_they_lie() {
    Plan plan = seven_b({3, Device::none, Device::none});
    const OurFigures on_gpu = ours_of(plan);
    QCOMPARE(on_gpu.activations_gpu_bytes, Bytes(std::int64_t{32} * 2048 * 4096 * 2));
    QVERIFY(on_gpu.gathered_gpu_bytes > Bytes() && on_gpu.working_gpu_bytes > Bytes());
    // The logits alone are 2,048 tokens of 32,000 numbers.
    QVERIFY(on_gpu.outside_blocks_gpu_bytes > Bytes(std::int64_t{2048} * 32'000 * 2));
    plan.training.checkpoints_on_host = true;
    QCOMPARE(ours_of(plan).activations_gpu_bytes, on_gpu.activations_gpu_bytes);
    QCOMPARE(ours_of(seven_b({1, Device::none, Device::none})).gathered_gpu_bytes, Bytes());
  }
};

ZP_TEST(FiguresTest)
#include "figures_test.moc"
