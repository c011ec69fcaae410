// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/speed/pipeline_figures.h"
#include "core/speed/step_time.h"
#include "core/speed/throughput.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan staged_plan(int stages) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.cluster.nodes = 4;
  plan.zero.stage = 1;
  plan.training.pipeline_parallel = stages;
  plan.training.pipeline_partition = PipelinePartition::blocks;
  plan.training.gradient_accumulation_steps = 8;
  return plan;
}

double busy_of(const Plan& plan, TimeId id) { return estimate_speed(plan).ledger.busy(id); }

}  // namespace

/// Tests of the effect of a pipeline on a step.
class PipelineTimeTest : public QObject {
  Q_OBJECT

 private slots:
  void the_bubble_is_one_micro_batch_on_every_stage_but_the_slowest() {
    const Plan plan = staged_plan(4);
    const std::vector<StageFigures> stages = pipeline_figures(plan);
    QCOMPARE(stages.size(), std::size_t{4});
    double all = 0, slowest = 0;
    for (const StageFigures& stage : stages) {
      all += stage.seconds;
      slowest = std::max(slowest, stage.seconds);
    }
    QVERIFY(std::abs(busy_of(plan, TimeId::pipeline_bubble) - (all - slowest)) < 1e-9);
    QCOMPARE(stages[static_cast<std::size_t>(estimate_speed(plan).stage)].seconds, slowest);
  }

  void the_bubble_stays_while_micro_batches_are_added() {
    Plan plan = staged_plan(4);
    const double bubble = busy_of(plan, TimeId::pipeline_bubble),
                 matmul = busy_of(plan, TimeId::forward_matmul);
    plan.training.gradient_accumulation_steps = 32;
    QVERIFY(std::abs(busy_of(plan, TimeId::pipeline_bubble) - bubble) < bubble * 0.01);
    QVERIFY(std::abs(busy_of(plan, TimeId::forward_matmul) - 4 * matmul) < 1e-9);
  }

  void parts_shorten_the_bubble_and_send_more_beside_the_work() {
    Plan plan = staged_plan(4);
    plan.training.framework = Framework::fsdp;
    const double bubble = busy_of(plan, TimeId::pipeline_bubble);
    plan.training.pipeline_schedule = PipelineSchedule::interleaved;
    plan.training.pipeline_chunks = 4;
    const double with_parts = busy_of(plan, TimeId::pipeline_bubble);
    QVERIFY(with_parts > bubble / 4 * 0.9 && with_parts < bubble / 4 * 1.2);
    const StepTime time = estimate_speed(plan);
    const TimeEntry* sent = time.ledger.find(TimeId::pipeline_transfers);
    QVERIFY(sent != nullptr && sent->hidden > 0.9 * sent->busy);
    plan.training.pipeline_schedule = PipelineSchedule::zbv;
    QVERIFY(busy_of(plan, TimeId::pipeline_bubble) < bubble / 4);
    QVERIFY(busy_of(plan, TimeId::pipeline_bubble) > 0);
  }

  void a_stage_computes_its_layers_alone() {
    const double whole = busy_of(staged_plan(1), TimeId::forward_matmul);
    QVERIFY(std::abs(busy_of(staged_plan(4), TimeId::forward_matmul) * 4 - whole) < whole * 1e-9);
  }

  void stages_send_activations_and_gradients_of_every_micro_batch() {
    const TimeEntry* entry = nullptr;
    const StepTime time = estimate_speed(staged_plan(2));
    entry = time.ledger.find(TimeId::pipeline_transfers);
    QVERIFY(entry != nullptr);
    QCOMPARE(entry->amount, 2.0 * 8 * 2 * 4096 * 2048);  // 2 ways, 8 micro batches, bf16
    QCOMPARE(entry->resource, Resource::network);
    QCOMPARE(entry->hidden, 0.0);
  }

  void only_tied_embeddings_are_added_up_between_stages() {
    Plan plan = staged_plan(2);
    QCOMPARE(busy_of(plan, TimeId::tied_gradients), 0.0);
    plan.model.architecture.tied_embeddings = true;
    plan.model.source = ModelSource::architecture;
    QVERIFY(busy_of(plan, TimeId::tied_gradients) > 0);
  }

  void what_a_gpu_does_is_the_mean_of_the_stages() {
    const Plan plan = staged_plan(4), whole = staged_plan(1);
    const Throughput staged = throughput_of(plan, estimate_speed(plan));
    const double flops = staged.tflops_per_gpu * estimate_speed(plan).total;
    const StepTime time = estimate_speed(whole);
    QVERIFY(std::abs(flops * 4 / (throughput_of(whole, time).tflops_per_gpu * time.total) - 1) < 1e-9);
  }

  void without_a_pipeline_there_are_no_stages() {
    QVERIFY(pipeline_figures(staged_plan(1)).empty());
    QCOMPARE(busy_of(staged_plan(1), TimeId::pipeline_bubble), 0.0);
    QCOMPARE(QString::fromStdString(layers_of(pipeline_figures(staged_plan(2))[0].stage)),
             QStringLiteral("the embedding and blocks 1 to 16"));
    QCOMPARE(QString::fromStdString(layers_of(pipeline_figures(staged_plan(2))[1].stage)),
             QStringLiteral("blocks 17 to 32 and the head"));
  }
};

ZP_TEST(PipelineTimeTest)
#include "pipeline_test.moc"
