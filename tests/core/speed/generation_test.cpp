// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/speed/generation.h"

#include <QtTest>
#include <cmath>
#include <map>
#include <string>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/speed/gpu_rates.h"
#include "core/speed/step_time.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// GRPO of 8B on 8 H100 in verl: 64 prompts of 32 samples, as in NeMo-RL's page.
Plan grpo_plan() {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-3.1-8b"));
  plan.cluster.gpu = gpu_from_preset(catalog().find_gpu("h100-sxm5-80gb"));
  plan.zero.stage = 3;
  plan.training.method.method = Method::grpo;
  plan.training.method.generation = Generation::vllm;
  plan.training.method.engine_share = 0.6;
  plan.training.sequence_length = 4608;
  plan.training.gradient_accumulation_steps = 256;
  plan.training.method.rollout = {.prompts = 64,
                                  .samples = 32,
                                  .prompt_tokens = 110,
                                  .response_tokens = 795,
                                  .response_tokens_max = 4096};
  return plan;
}

Plan plan_of(const test::CsvRow& row) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model(row.text("model")));
  plan.cluster.gpu = gpu_from_preset(catalog().find_gpu(row.text("gpu")));
  const int gpus = static_cast<int>(row.count("gpus"));
  plan.cluster.gpus_per_node = std::min(8, gpus);
  plan.cluster.nodes = std::max(1, gpus / 8);
  MethodSettings& method = plan.training.method;
  method.method = Method::grpo;
  method.generation = row.text("engine") == "hf" ? Generation::training : Generation::vllm;
  method.engine_ranks = static_cast<int>(row.count("tp"));
  method.engine_share = 0.9;
  method.rollout = {.prompts = row.count("sequences") / row.count("samples"),
                    .samples = row.count("samples"),
                    .prompt_tokens = row.count("prompt_tokens"),
                    .response_tokens = row.count("response_tokens"),
                    .response_tokens_max = row.count("longest")};
  return plan;
}

double seconds_of(const Plan& plan) {
  return engine_time(engine_work(plan), engine_rates(plan, gpu_rates(plan).matmul)).total();
}

bool agrees(double value, double expected, double relative = 1e-9) {
  return std::abs(value - expected) <= relative * std::abs(expected);
}

}  // namespace

/// Tests of the time in which a method generates.
class GenerationTest : public QObject {
  Q_OBJECT

 private slots:
  /// The arithmetic of docs/speed.md#generation by hand: 4,096 steps of 16.06 GB at 0.75 of 3.35 TB/s and 5
  /// ms, and the cache of 256 sequences.
  void the_worked_example_is_the_arithmetic() {
    Plan plan = grpo_plan();
    plan.training.method.rollout.prompt_tokens = 110;
    const EngineWork work = engine_work(plan);
    QCOMPARE(work.sequences, 256.0);
    QCOMPARE(work.cache_per_token, 131'072.0);
    EngineRates rates = engine_rates(plan, 1e18);
    rates.room = 1e18;
    const EngineTime time = engine_time(work, rates);
    QCOMPARE(time.steps, 4096.0);
    const double read = 2 * work.parameters / (0.75 * plan.cluster.gpu.memory_gb_per_s * 1e9);
    QVERIFY(agrees(time.step_seconds, read + 0.005));
    QVERIFY(agrees(time.cache_read, 256 * 131'072.0 * 795 * (110 + 795)));
  }

  /// Σ over the steps of the tokens read: s·R·(P + R/2) where all are as long.
  void equal_lengths_read_half_of_the_last_cache() {
    EngineWork work;
    work.cache_per_token = 1000;
    work.sequences = 4;
    work.prompt_tokens = 10;
    work.response_tokens = work.longest = 100;
    const EngineRates rates{.memory = 1e12, .products = 1e15, .step = 0, .room = 1e18};
    QCOMPARE(engine_time(work, rates).cache_read, 4 * 1000.0 * 100 * (10 + 50));
  }

  void published_generations_are_as_far_off_as_said() {
    std::map<std::string, test::ErrorTable> tables;
    for (const test::CsvRow& row : test::read_csv("generation.csv")) {
      const std::string name = row.text("kind") + " " + row.text("engine") + " " + row.text("basis");
      auto [table, is_new] = tables.try_emplace(name, name);
      table->second.add(row.text("id"), seconds_of(plan_of(row)), row.number("seconds"));
    }
    for (const auto& [name, table] : tables)
      qInfo("%s", table.summary().c_str());
    QVERIFY(tables.at("rl vllm open").median() < 0.25);
    QVERIFY(tables.at("decode vllm open").median() < 0.35);
    QVERIFY(tables.at("decode hf open").median() < 0.30);
  }

  void the_step_has_generation_and_the_weights_of_the_engine() {
    const Plan plan = grpo_plan();
    const StepTime time = estimate_speed(plan);
    QVERIFY(!time.is_without_generation);
    QVERIFY(agrees(time.ledger.busy(TimeId::generation), seconds_of(plan)));
    QVERIFY(time.ledger.busy(TimeId::weight_sync) > 0);
    Plan silent = plan;
    silent.training.method.rollout = {};
    const StepTime part = estimate_speed(silent);
    QVERIFY(part.is_without_generation);
    QVERIFY(agrees(part.total + seconds_of(plan) + time.ledger.busy(TimeId::weight_sync), time.total, 1e-9));
  }

  void a_generation_of_several_batches_is_shared_by_their_steps() {
    Plan plan = grpo_plan();
    const double whole = estimate_speed(plan).ledger.busy(TimeId::generation);
    plan.training.gradient_accumulation_steps /= 4;
    QCOMPARE(steps_per_generation(plan), 4.0);
    QVERIFY(agrees(estimate_speed(plan).ledger.busy(TimeId::generation), whole / 4));
  }

  void a_generation_beside_training_hides_behind_it() {
    Plan plan = grpo_plan();
    plan.training.method.rollout.overlaps = true;
    const StepTime colocated = estimate_speed(plan);
    plan.training.method.rollout.overlaps = false;
    QCOMPARE(colocated.total, estimate_speed(plan).total);  // nothing runs beside training on its own GPUs
    plan.training.method.generation = Generation::server;
    const StepTime after = estimate_speed(plan);
    plan.training.method.rollout.overlaps = true;
    const StepTime beside = estimate_speed(plan);
    const double generation = after.ledger.busy(TimeId::generation);
    const double rest = after.total - generation - after.ledger.busy(TimeId::weight_sync);
    QVERIFY(agrees(beside.total, std::max(generation, rest) + after.ledger.busy(TimeId::weight_sync), 1e-9));
  }

  void the_model_that_is_trained_needs_no_weights() {
    Plan plan = grpo_plan();
    plan.training.method.generation = Generation::training;
    QCOMPARE(estimate_speed(plan).ledger.busy(TimeId::weight_sync), 0.0);
  }

  /// More GPUs shorten the cache's part, not the tail of the longest sequence.
  /// The bytes come from the ledger; the clock counts them by itself.
  void a_policy_at_rest_is_copied_to_the_host_and_back_once_a_generation() {
    for (const int stage : {1, 2, 3})
      for (const HostRest rest : {HostRest::optimizer, HostRest::weights, HostRest::all}) {
        Plan plan = grpo_plan();
        plan.zero.stage = stage;
        const double without = estimate_speed(plan).ledger.busy(TimeId::weight_sync);
        plan.training.method.rests_on_host = rest;
        const Bytes bytes = estimate_memory(plan).ledger.bytes(EntryId::host_resting);
        QVERIFY(bytes.value() > 0);
        const double rate = 0.85 * plan.cluster.host_link.gb_per_s * bytes_per_gb;
        const double added = estimate_speed(plan).ledger.busy(TimeId::weight_sync) - without;
        const double expected = 2 * static_cast<double>(bytes.value()) / rate / steps_per_generation(plan);
        QVERIFY2(std::abs(added / expected - 1) < 0.001,
                 qPrintable(QStringLiteral("stage %1: %2 s, not %3 s").arg(stage).arg(added).arg(expected)));
      }
  }

  void the_longest_sequence_bounds_a_generation() {
    Plan plan = grpo_plan();
    double before = seconds_of(plan);
    for (const int nodes : {2, 4, 8, 32}) {
      plan.cluster.nodes = nodes;
      const double seconds = seconds_of(plan);
      QVERIFY(seconds < before);
      before = seconds;
    }
    const EngineTime time = engine_time(engine_work(plan), engine_rates(plan, gpu_rates(plan).matmul));
    QVERIFY(time.steps * time.step_seconds > 0.8 * before);
  }

  void sequences_without_room_wait() {
    Plan plan = grpo_plan();
    const double roomy = seconds_of(plan);
    plan.training.method.engine_share = 0.25;
    QVERIFY(seconds_of(plan) > roomy);
  }

  void rewards_are_those_stated() {
    Plan plan = grpo_plan();
    plan.training.method.rollout.reward_seconds = 30;
    QCOMPARE(estimate_speed(plan).ledger.busy(TimeId::rewards), 30.0);
  }

  void the_band_lies_between_twice_the_mean_and_the_limit() {
    const GenerationBand band = generation_band(grpo_plan());
    QVERIFY(band.low > 0 && band.low < band.high);
    QVERIFY(agrees(band.high, seconds_of(grpo_plan())));
  }
};

ZP_TEST(GenerationTest)
#include "generation_test.moc"
