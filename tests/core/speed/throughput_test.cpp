// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/throughput.h"

#include <rapidcheck.h>

#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "tests/support/csv.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests of the figures that follow from a step time, by the conventions of the field.
class ThroughputTest : public QObject {
  Q_OBJECT

 private slots:
  void figures_of_the_first_example_are_the_arithmetic() {
    Plan plan;
    plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
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
  }

  void utilisation_counts_what_the_clock_executes() {
    Plan plan;
    plan.cluster = default_cluster();
    plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
    const StepTime time = estimate_speed(plan);
    const double tokens = 2048, layers = 32, width = 4096;
    const double products = 2 * (6'738'415'616.0 - 32000.0 * 4096 - 65 * 4096) * tokens;
    const double attention = 2 * 2048 * width * layers * tokens;  // counted below the diagonal
    QVERIFY(std::abs(executed_flops(time.ledger).needed / (3 * (products + attention)) - 1) < 1e-9);
    QVERIFY(std::abs(throughput_of(plan, time).mfu * 312e12 * time.total / (3 * (products + attention)) - 1) <
            1e-9);
    plan.training.lora.rank = 16;  // frozen weights have no gradients
    const double trained_little = executed_flops(estimate_speed(plan).ledger).needed;
    QVERIFY(trained_little < 2.1 * products + 3 * attention);
    plan.training.lora.rank = 0;
    plan.training.precision = Precision::fp32;
    const Throughput fp32 = throughput_of(plan, estimate_speed(plan));
    QVERIFY(fp32.mfu > 0.5 && fp32.mfu < 1);  // a share of 19.5 TFLOPS
  }

  void nothing_is_used_more_than_it_is_there() {
    QVERIFY(rc::check([] {
      const Plan plan = *test::any_plan();
      const Throughput throughput = throughput_of(plan, estimate_speed(plan));
      RC_ASSERT(throughput.mfu > 0 && throughput.mfu <= 1);
      RC_ASSERT(throughput.hfu > 0 && throughput.hfu <= 1);
    }));
  }

  void recomputation_counts_in_hfu_only() {
    QVERIFY(rc::check([] {
      Plan plan = *test::any_plan();
      plan.training.activation_checkpointing = Checkpointing::none;
      const ExecutedFlops kept = executed_flops(estimate_speed(plan).ledger);
      plan.training.activation_checkpointing = Checkpointing::full;
      const ExecutedFlops again = executed_flops(estimate_speed(plan).ledger);
      RC_ASSERT(again.needed == kept.needed);
      RC_ASSERT(again.all > kept.all);
    }));
  }

  void a_budget_becomes_steps_hours_energy_and_price() {
    Plan plan;
    plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
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

  /// A batch with padding has the same size and takes as long, but fewer of its tokens count.
  void padding_takes_time_and_counts_for_nothing() {
    Plan plan;
    plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
    plan.training.tokens = 1000 * 8 * 2048;
    plan.training.attention_kernel = AttentionKernel::flash_2;
    const Throughput whole = throughput_of(plan, 36);
    plan.training.padding_share = 0.75;
    const Throughput padded = throughput_of(plan, 36);
    QCOMPARE(padded.tokens_per_s, whole.tokens_per_s);
    QCOMPARE(padded.useful_tokens_per_s, whole.tokens_per_s / 4);
    QCOMPARE(padded.useful_tokens_per_s_per_gpu, whole.tokens_per_s_per_gpu / 4);
    QCOMPARE(padded.steps, 4 * whole.steps);
    QCOMPARE(whole.useful_tokens_per_s, whole.tokens_per_s);
    QCOMPARE(estimate_speed(plan).total, [&] {
      plan.training.padding_share = 0;
      return estimate_speed(plan).total;
    }());
  }

  void packing_gains_what_was_published() {
    test::ErrorTable errors("speed-up of packing");
    for (const test::CsvRow& row : test::read_csv("packing-speedups.csv")) {
      Plan plan;
      plan.training.padding_share = row.number("padding_before");
      const double before = throughput_of(plan, 1).useful_tokens_per_s;
      plan.training.padding_share = row.number("padding_after");
      errors.add(row.text("id"), throughput_of(plan, 1).useful_tokens_per_s / before, row.number("speedup"));
    }
    qInfo("%s", errors.summary().c_str());
    QVERIFY(errors.worst() < 0.01);
  }

  /// Counts every pair of tokens of one example, one by one.
  void packed_examples_meet_only_their_own() {
    constexpr std::array<std::int64_t, 5> examples = {37, 160, 411, 688, 752};
    std::int64_t sequence = 0, met = 0;
    for (const std::int64_t length : examples) {
      sequence += length;
      for (std::int64_t query = 0; query < length; ++query)
        for (std::int64_t key = 0; key < length; ++key)
          ++met;
    }
    Plan plan;
    plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
    plan.training.sequence_length = sequence;
    plan.training.attention_kernel = AttentionKernel::flash_2;
    const auto attention = [&] {
      return estimate_speed(plan).ledger.find(TimeId::forward_attention)->amount;
    };
    const double whole = attention();
    plan.training.example_length = std::llround(static_cast<double>(met) / static_cast<double>(sequence));
    const double share = static_cast<double>(met) / static_cast<double>(sequence * sequence);
    QVERIFY(std::abs(attention() / whole / share - 1) < 0.001);
    plan.training.attention_kernel =
        AttentionKernel::automatic;  // a mask hides products that are computed anyway, the causal half too
    QCOMPARE(attention(), 2 * whole);
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
