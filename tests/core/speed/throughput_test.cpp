// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/throughput.h"

#include <rapidcheck.h>

#include <QtTest>

#include "core/catalog/catalog.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

/// What a step time yields, by the conventions of the field.
class ThroughputTest : public QObject {
  Q_OBJECT

 private slots:
  void figures_of_the_first_example_are_the_arithmetic() {
    Plan plan;
    plan.model = model_from_preset(catalog().find_model("llama-2-7b").value());
    plan.training.micro_batch_size = 2;
    plan.training.gradient_accumulation_steps = 4;
    const double tokens = 2 * 4 * 8 * 2048;
    const StepFlops flops = flops_per_step(plan);
    QCOMPARE(flops.parameters_only, 6 * 6'738'415'616.0 * tokens);
    QCOMPARE(flops.model, flops.parameters_only + 12.0 * 32 * 4096 * 2048 * tokens);
    QCOMPARE(flops.model_causal, flops.parameters_only + 6.0 * 32 * 4096 * 2048 * tokens);
    QCOMPARE(flops.hardware, flops.model);
    const Throughput throughput = throughput_of(plan, 2);
    QCOMPARE(throughput.tokens_per_step, tokens);
    QCOMPARE(throughput.tokens_per_s, tokens / 2);
    QCOMPARE(throughput.tokens_per_s_per_gpu, tokens / 16);
    QCOMPARE(throughput.mfu, flops.model / 2 / 8 / 312e12);
  }

  void recomputation_counts_in_hfu_only() {
    QVERIFY(rc::check([] {
      Plan plan = *test::any_plan();
      const Throughput throughput = throughput_of(plan, 1);
      RC_ASSERT(throughput.hfu >= throughput.mfu);
      if (plan.training.activation_checkpointing == Checkpointing::none)
        RC_ASSERT(throughput.hfu == throughput.mfu);
    }));
  }

  void a_budget_becomes_steps_hours_energy_and_price() {
    Plan plan;
    plan.model = model_from_preset(catalog().find_model("llama-2-7b").value());
    const double tokens_per_step = 8 * 2048;
    plan.training.tokens = 1000 * tokens_per_step;
    plan.cluster.gpu_watts = 500;
    plan.cluster.gpu_hour_price = 2;
    const Throughput throughput = throughput_of(plan, 36);
    QCOMPARE(throughput.steps, 1000.0);
    QCOMPARE(throughput.hours, 10.0);
    QCOMPARE(throughput.gpu_hours, 80.0);
    QCOMPARE(throughput.energy_kwh, 40.0);
    QCOMPARE(throughput.cost, 160.0);
  }

  void without_a_step_time_only_the_tokens_are_known() {
    const Plan plan;
    const Throughput throughput = throughput_of(plan, 0);
    QVERIFY(throughput.tokens_per_step > 0);
    QCOMPARE(throughput.tokens_per_s, 0.0);
    QCOMPARE(throughput.mfu, 0.0);
  }
};

ZP_TEST(ThroughputTest)
#include "throughput_test.moc"
