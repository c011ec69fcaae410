// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QtTest>
#include <algorithm>

#include "core/estimate/figures.h"
#include "core/measure/measure.h"
#include "core/plan_file/plan_file.h"
#include "core/report/measure_words.h"
#include "core/settings/plan_settings.h"
#include "core/text/json_text.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

const char* const gpt2 = R"({"model": {"preset": "gpt-2-124m"},
  "cluster": {"nodes": 1, "gpus_per_node": 4, "gpu": {"preset": "v100-sxm2-32gb"}},
  "training": {"precision": "fp16", "micro_batch_size": 4, "sequence_length": 1024, "optimizer": "adam"},
  "zero": {"stage": 1}, "target": {"deepspeed_version": "0.15.1"}})";

PlanDocument with(const char* text, std::initializer_list<KeySetting> settings) {
  return with_settings(read_plan(text), std::vector<KeySetting>(settings));
}

NamedLog log_of(const std::string& text) { return {"run.log", read_run_log(text)}; }

NamedLog published(const char* name) {
  QFile file(QStringLiteral(ZP_TEST_DATA "/run-logs/") + QString::fromLatin1(name));
  if (!file.open(QIODevice::ReadOnly)) return {};
  return log_of(file.readAll().toStdString());
}

Measurement measure_one(const PlanDocument& plan, const NamedLog& log) { return measure(&plan, {&log, 1}); }

const MeasuredDifference* find(const Measurement& all, ObservedQuantity quantity, std::string_view moment) {
  const auto found = std::ranges::find_if(all.differences, [&](const MeasuredDifference& one) {
    return one.quantity == quantity && one.moment == moment;
  });
  return found == all.differences.end() ? nullptr : &*found;
}

std::string gb(double gib) { return std::to_string(gib); }

}  // namespace

/// Tests of observations compared with the plan's figure of the same moment.
class BesideTest : public QObject {
  Q_OBJECT

 private slots:
  /// The whole configuration of these runs is known, and their logs do not contradict the plan.
  void published_runs_of_gpt_2_lie_within_the_range() {
    for (const auto& [name, stage] :
         {std::pair("k1-hwang-gpt2-zero1-4gpu.txt", "1"), std::pair("k1-hwang-gpt2-zero3-4gpu.txt", "3")}) {
      const Measurement all = measure_one(with(gpt2, {{"zero.stage", stage}}), published(name));
      QVERIFY2(all.contradictions.empty(),
               all.contradictions.empty() ? "" : all.contradictions.front().path.c_str());
      QVERIFY(find(all, ObservedQuantity::gpu_allocated, "After initializing ZeRO optimizer") != nullptr);
      QVERIFY(find(all, ObservedQuantity::gpu_max_allocated, "while the engine is built") != nullptr);
      QVERIFY2(!all.is_outside(), all.differences.front().explanation.c_str());
    }
  }

  /// Trainer's line of a run of Llama 3 8B, all of whose parameters are trained.
  void more_trained_parameters_than_the_model_has_contradict_the_model() {
    const NamedLog log = published("k1-gnosia93-llama3-8b-zero3-offload-a100-4gpu.txt");
    const auto paths = [&](const char* preset) {
      std::vector<std::string> all;
      for (const Contradiction& one : measure_one(with(gpt2, {{"model.preset", preset}}), log).contradictions)
        if (one.path == "model.parameters" || one.path == "training.lora") all.push_back(one.path);
      return all;
    };
    QCOMPARE(paths("llama-2-7b"), std::vector<std::string>{"model.parameters"});
    QCOMPARE(paths("llama-3.1-8b"), std::vector<std::string>{});
    QCOMPARE(paths("llama-2-70b"), std::vector<std::string>{"training.lora"});
  }

  void the_model_of_exactly_that_size_is_offered() {
    const NamedLog log = published("k1-gnosia93-llama3-8b-zero3-offload-a100-4gpu.txt");
    const PlanDocument plan = with(gpt2, {{"model.preset", "llama-2-7b"}});
    for (const Contradiction& one : measure_one(plan, log).contradictions)
      if (one.path == "model.parameters") {
        QCOMPARE(one.log, std::string("8030261248"));
        QVERIFY2(one.reason.starts_with("the size of Llama 3"), one.reason.c_str());
        const PlanDocument agreed = with_settings(plan, settings_of(one.set));
        QVERIFY(agreed.plan.model.preset->name.starts_with("Llama 3"));
        const std::string words = contradiction_words(one, std::span(&log, 1));
        QVERIFY2(words.find("8,030,261,248 in ") != std::string::npos, words.c_str());
        return;
      }
    QFAIL("the size of the model is not contradicted");
  }

  void what_is_there_after_the_engine_is_built_is_what_stays() {
    const PlanDocument plan = read_plan(gpt2);
    const MemoryEstimate estimate = estimate_memory(plan.plan);
    std::int64_t expected = 0;
    for (const EntryId id : {EntryId::states_weights, EntryId::states_master, EntryId::states_optimizer})
      if (const Entry* entry = estimate.ledger.find(id); entry && entry->moments.has(Moment::initialisation))
        expected += entry->bytes.value();
    const Measurement all = measure_one(
        plan,
        log_of("After initializing ZeRO optimizer\nMA 9.0 GB         Max_MA 9.0 GB         CA 9.0 GB         "
               "Max_CA 9 GB \n"));
    const MeasuredDifference* one =
        find(all, ObservedQuantity::gpu_allocated, "After initializing ZeRO optimizer");
    QVERIFY(one != nullptr);
    QCOMPARE(one->predicted, static_cast<double>(expected));
    QCOMPARE(one->measured, 9.0 * bytes_per_gib);
    QVERIFY(one->is_outside() && all.is_outside());
  }

  void a_difference_as_large_as_an_entry_names_it() {
    const PlanDocument plan = with(gpt2, {{"zero.stage", "3"}});
    const MemoryEstimate estimate = estimate_memory(plan.plan);
    const Measurement before = measure_one(
        plan,
        log_of(
            "After initializing ZeRO optimizer\nMA 0.20 GB         Max_MA 1.0 GB         CA 1.0 GB         "
            "Max_CA 1 GB \n"));
    const MeasuredDifference* one =
        find(before, ObservedQuantity::gpu_allocated, "After initializing ZeRO optimizer");
    QVERIFY(one != nullptr && one->is_outside());
    QVERIFY2(one->explanation.find(
                 "less than predicted; the plan's allocations of that size at that moment: buffers.reduce") !=
                 std::string::npos,
             one->explanation.c_str());
    QVERIFY(estimate.ledger.find(EntryId::buffers_reduce) != nullptr);
  }

  void of_a_peak_only_what_is_there_then_is_named() {
    const PlanDocument plan = with(gpt2, {{"zero.stage", "3"}});
    const MemoryEstimate estimate = estimate_memory(plan.plan);
    for (const Entry& entry : estimate.ledger.entries()) {
      if (entry.place != Place::gpu || entry.bytes < Bytes(200 * bytes_per_mib)) continue;
      const double peak = to_gib(estimate.gpu.peak_allocated + entry.bytes);
      const Measurement all = measure_one(
          plan,
          log_of("epoch=0/micro_step=1/global_step=9, RunningAvgSamplesPerSec=1.0, CurrSamplesPerSec=1.0, "
                 "MemAllocated=0.1GB, MaxMemAllocated=" +
                 gb(peak) + "GB\n"));
      const MeasuredDifference* one = find(all, ObservedQuantity::gpu_max_allocated, "peak");
      QVERIFY(one != nullptr);
      const bool is_named = one->explanation.find(std::string(name_of(entry.id)) + " (") != std::string::npos;
      const bool is_then = entry.counts_in(estimate.gpu.peak_phase) &&
                           entry.component != Component::framework &&
                           entry.component != Component::fragmentation;
      QVERIFY2(!is_named || is_then, one->explanation.c_str());
    }
  }

  void lines_about_one_thing_are_one_difference() {
    std::string text;
    for (int step = 10; step <= 50; step += 10)
      text += "epoch=0/micro_step=1/global_step=" + std::to_string(step) +
              ", RunningAvgSamplesPerSec=" + std::to_string(step) +
              ".0, CurrSamplesPerSec=" + std::to_string(100 - step) +
              ".0, MemAllocated=0.5GB, MaxMemAllocated=2.0GB\n";
    const PlanDocument plan = read_plan(gpt2);
    const Measurement all = measure_one(plan, log_of(text));
    const Figures figures = figures_of(plan.plan);
    const MeasuredDifference* now = find(all, ObservedQuantity::samples_per_s, "one step");
    const MeasuredDifference* average = find(all, ObservedQuantity::samples_per_s, "average");
    QVERIFY(now != nullptr && average != nullptr);
    QCOMPARE(now->measured, 70.0);      // the median
    QCOMPARE(average->measured, 50.0);  // the last
    QCOMPARE(now->lines, 5);
    QCOMPARE(now->predicted, 16 / figures.time.total);
    QCOMPARE(now->low, 16 / figures.time.range.high - 0.05);  // the log rounds to tenths
    const MeasuredDifference* peak = find(all, ObservedQuantity::gpu_max_allocated, "peak");
    QVERIFY(peak != nullptr);
    QCOMPARE(peak->predicted, static_cast<double>(figures.estimate.gpu.peak_allocated.value()));
  }

  void micro_steps_are_a_share_of_the_step_and_its_first_steps_are_left_out() {
    const PlanDocument plan = with(gpt2, {{"training.gradient_accumulation_steps", "4"}});
    const Figures figures = figures_of(plan.plan);
    const Measurement all = measure_one(
        plan, log_of("time (ms) | fwd_microstep: 10.00 | bwd_microstep: 20.00 | step_microstep: 1.00\n"
                     "time (ms) | fwd: 40.00 | bwd: 80.00 | step: 1.00\n"
                     " iteration        1/    9 | elapsed time per iteration (ms): 99000.0 |\n"
                     " iteration        3/    9 | elapsed time per iteration (ms): 150.0 |\n"));
    QCOMPARE(find(all, ObservedQuantity::step_forward, "micro step")->predicted, figures.time.forward / 4);
    QCOMPARE(find(all, ObservedQuantity::step_forward, "one step")->predicted, figures.time.forward);
    QVERIFY(find(all, ObservedQuantity::step_optimizer, "micro step") == nullptr);
    QCOMPARE(find(all, ObservedQuantity::step_total, "one step")->measured, 0.15);
  }

  void memory_that_grows_from_step_to_step_is_told_as_a_leak() {
    std::string text;
    for (int step = 1; step <= 3; ++step)
      text += "epoch=0/micro_step=1/global_step=" + std::to_string(step) +
              ", RunningAvgSamplesPerSec=1.0, CurrSamplesPerSec=1.0, MemAllocated=" + gb(step * 5.0) +
              "GB, MaxMemAllocated=20.0GB\n";
    const Measurement all = measure_one(read_plan(gpt2), log_of(text));
    const MeasuredDifference* one = find(all, ObservedQuantity::gpu_allocated, "between steps");
    QVERIFY(one != nullptr);
    QVERIFY2(one->explanation.starts_with("It grows from 5.0\u202fGiB to 15.0\u202fGiB"),
             one->explanation.c_str());
  }

  void without_a_plan_nothing_is_predicted() {
    const NamedLog log = published("k1-hwang-gpt2-zero1-4gpu.txt");
    const Measurement all = measure(nullptr, {&log, 1});
    QVERIFY(all.differences.empty() && all.contradictions.empty() && !all.is_outside());
  }

  void settings_that_the_log_contradicts_are_offered_and_settle_it() {
    const NamedLog log = published("k1-hwang-gpt2-zero3-4gpu.txt");
    PlanDocument plan = with(gpt2, {{"training.precision", "bf16"},
                                    {"training.micro_batch_size", "2"},
                                    {"cluster.gpus_per_node", "8"},
                                    {"zero.reduce_bucket_size", "50000000"},
                                    {"target.deepspeed_version", "0.12.6"}});
    const Measurement all = measure_one(plan, log);
    std::vector<std::string> paths;
    for (const Contradiction& one : all.contradictions) {
      paths.push_back(one.path);
      plan = with_settings(plan, settings_of(one.set));
    }
    QCOMPARE(paths, (std::vector<std::string>{"zero.stage", "training.micro_batch_size",
                                              "zero.reduce_bucket_size", "cluster.gpus_per_node",
                                              "training.precision", "target.deepspeed_version"}));
    QVERIFY(measure_one(plan, log).contradictions.empty());
    QCOMPARE(plan.plan.zero.stage, 3);
    QCOMPARE(plan.plan.training.precision, Precision::fp16);
  }

  void a_value_that_no_plan_can_have_is_told_but_not_offered() {
    const Measurement all =
        measure_one(read_plan(gpt2), log_of(R"('zero_optimization': {'stage': 7}, 'x': 1)"));
    QCOMPARE(all.contradictions.size(), std::size_t{1});
    QCOMPARE(all.contradictions.front().log, std::string("7"));
    QVERIFY(all.contradictions.front().set.empty());
  }

  void a_global_batch_alone_changes_the_accumulation() {
    const Measurement all = measure_one(
        read_plan(gpt2), log_of("  Total train batch size (w. parallel, distributed & accumulation) = 64\n"));
    QCOMPARE(all.contradictions.size(), std::size_t{1});
    QCOMPARE(all.contradictions.front().set,
             (std::vector<ChangedKey>{{"training.gradient_accumulation_steps", "4"}}));
  }

  void a_value_that_the_log_states_too_contradicts_nothing() {
    const Measurement all = measure_one(
        read_plan(gpt2),
        log_of("torchrun --nproc_per_node=4 train.py\nAssertionError: Check batch related parameters. "
               "train_batch_size is not equal to micro_batch_per_gpu * gradient_acc_step * world_size "
               "16 != 4 * 1 * 1\n"));
    QVERIFY2(all.contradictions.empty(),
             all.contradictions.empty() ? "" : all.contradictions.front().path.c_str());
  }

  void another_model_is_told_by_its_parameters() {
    const Measurement all =
        measure_one(read_plan(gpt2), log_of("  Number of trainable parameters = 8,030,261,248\n"));
    QCOMPARE(all.contradictions.size(), std::size_t{1});
    QCOMPARE(all.contradictions.front().set.front().path, std::string("model.preset"));
    const Measurement other =
        measure_one(read_plan(gpt2), log_of("  Number of trainable parameters = 8,030,261,249\n"));
    QVERIFY(other.contradictions.front().set.empty());
  }
};

ZP_TEST(BesideTest)
#include "beside_test.moc"
