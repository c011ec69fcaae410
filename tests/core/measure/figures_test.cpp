// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/figures.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/measure/measure.h"
#include "core/plan_file/plan_file.h"
#include "core/settings/plan_settings.h"
#include "core/text/text_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

const char* const seven_billion = R"({"model": {"preset": "llama-2-7b"},
  "cluster": {"nodes": 1, "gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-80gb"}},
  "training": {"precision": "bf16", "micro_batch_size": 2, "sequence_length": 4096}, "zero": {"stage": 2}})";

Observation figure(ObservedQuantity quantity, const char* moment, double value, double rounding = 0) {
  return {quantity, moment, std::nullopt, value, "", rounding, 1};
}

Measurement measured(const PlanDocument& plan, std::vector<Observation> figures) {
  NamedLog log{"run.log", {}};
  log.log.observations = std::move(figures);
  return measure(&plan, {&log, 1});
}

const Contradiction* contradiction_at(const Measurement& all, std::string_view path) {
  const auto found = std::ranges::find(all.contradictions, path, &Contradiction::path);
  return found == all.contradictions.end() ? nullptr : &*found;
}

SnapshotPeak peak_of_parts(const MemoryEstimate& estimate, Phase phase, EntryId larger, Bytes more) {
  SnapshotPeak peak;
  peak.phase = SnapshotPhase::step;
  peak.events = 1;
  for (const Entry& entry : estimate.ledger.entries()) {
    if (entry.place != Place::gpu || !entry.counts_in(phase) || entry.component == Component::framework ||
        entry.component == Component::fragmentation)
      continue;
    const Bytes bytes = entry.id == larger ? entry.bytes + more : entry.bytes;
    if (bytes == Bytes(0)) continue;
    peak.sites.push_back(
        {.origin = BlockOrigin::traced, .entry = entry.id, .bytes = bytes, .largest = bytes, .blocks = 9});
    peak.allocated += bytes;
  }
  return peak;
}

}  // namespace

/// Tests of the figures of a difference: value, range, moments and the words for it.
class FiguresTest : public QObject {
  Q_OBJECT

 private slots:
  /// The log of a published run on GPUs of 39.56 GiB, beside a plan for 80 GB.
  void the_gpu_of_a_message_contradicts_another() {
    const std::string text =
        read_text_file(ZP_TEST_DATA "/run-logs/k2-litllama397-4a100-40g-llama7b-optoffload.txt");
    const NamedLog log = log_of_text(text, "run.log");
    QVERIFY(!log.log.out_of_memory.empty() && log.log.out_of_memory.front().capacity);
    const PlanDocument plan = read_plan(seven_billion);
    const Measurement all = measure(&plan, {&log, 1});
    const Contradiction* one = contradiction_at(all, "cluster.gpu.memory_gib");
    QVERIFY(one != nullptr);
    const double stated = *log.log.out_of_memory.front().capacity / bytes_per_gib;
    QVERIFY2(std::abs(std::stod(one->log) - stated) <= 0.005 && one->log.size() <= 5, one->log.c_str());
    QCOMPARE(one->set, (std::vector<ChangedKey>{{"cluster.gpu.memory_gib", one->log}}));
  }
  /// Ray killed a task of a public run at 59.49 GB of the node's 62.58 GB: that is no GPU's memory.
  void the_host_of_a_message_contradicts_the_plans_host() {
    const NamedLog log =
        log_of_text(read_text_file(ZP_TEST_DATA "/run-logs/died/host-flingbot11-ray.txt"), "run.log");
    PlanDocument plan = read_plan(seven_billion);
    const Measurement all = measure(&plan, {&log, 1});
    QVERIFY(contradiction_at(all, "cluster.gpu.memory_gib") == nullptr);
    const Contradiction* one = contradiction_at(all, "cluster.cpu_memory_gib");
    QVERIFY(one != nullptr);
    QCOMPARE(one->set, (std::vector<ChangedKey>{{"cluster.cpu_memory_gib", "62.58"}}));
    plan.plan.cluster.cpu_memory_gib = 64;  // of which the system keeps a part
    const Measurement of_64 = measure(&plan, {&log, 1});
    QVERIFY(contradiction_at(of_64, "cluster.cpu_memory_gib") == nullptr);
  }
  /// A published run on 4 GPUs: 16 sequences a step with micro batch 1 and accumulation 4, beside a plan
  /// on 8.
  void a_global_batch_beside_its_factors_is_of_other_gpus() {
    const NamedLog log = log_of_text(
        read_text_file(ZP_TEST_DATA "/run-logs/k1-gnosia93-llama3-8b-zero3-offload-a100-4gpu.txt"),
        "run.log");
    PlanDocument plan = read_plan(seven_billion);
    plan.plan.training.micro_batch_size = 1;
    plan.plan.training.gradient_accumulation_steps = 4;
    const Measurement all = measure(&plan, {&log, 1});
    QVERIFY(contradiction_at(all, "training.gradient_accumulation_steps") == nullptr);
    const Contradiction* one = contradiction_at(all, "cluster.gpus_per_node");
    QVERIFY(one != nullptr);
    QCOMPARE(one->plan + " " + one->log + " " + one->name(), "8 4 GPUs of the run");
    QCOMPARE(one->reason, "16 sequences per optimizer step, micro batch 1, accumulation 4");
    QCOMPARE(one->place.line, 33);
    const PlanDocument followed = with_settings(plan, settings_of(one->set));
    QCOMPARE(followed.plan.cluster.ranks(), 4);
    QVERIFY(contradiction_at(measure(&followed, {&log, 1}), "cluster.gpus_per_node") == nullptr);
  }
  /// Following the batch changes what the log leaves open, so no second message takes the change back.
  void following_a_global_batch_contradicts_nothing_else() {
    for (const bool has_accumulation : {false, true}) {
      NamedLog log{"run.log", {}};
      log.log.observations = {figure(ObservedQuantity::global_batch, "", 32)};
      if (has_accumulation) log.log.observations.push_back(figure(ObservedQuantity::accumulation, "", 1));
      const PlanDocument plan = read_plan(seven_billion);
      const Measurement all = measure(&plan, {&log, 1});
      QCOMPARE(all.contradictions.size(), std::size_t{1});
      const Contradiction& one = all.contradictions.front();
      QCOMPARE(one.path,
               has_accumulation ? "training.micro_batch_size" : "training.gradient_accumulation_steps");
      QCOMPARE(one.plan + " " + one.log, has_accumulation ? "2 4" : "1 2");
      const PlanDocument followed = with_settings(plan, settings_of(one.set));
      QVERIFY(measure(&followed, {&log, 1}).contradictions.empty());
    }
  }
  /// Stage 0 reduces without ZeRO's buckets, so a bucket that a log states says nothing about its plan.
  void a_bucket_contradicts_no_plan_without_zero() {
    const NamedLog log = {
        "run.log", read_run_log("[INFO] [stage_1_and_2.py:150:__init__] Reduce bucket size 50000000\n")};
    QCOMPARE(log.log.settings.size(), std::size_t{1});
    for (const int stage : {0, 1, 2, 3}) {
      PlanDocument plan = read_plan(seven_billion);
      plan.plan.zero.stage = stage;
      QCOMPARE(contradiction_at(measure(&plan, {&log, 1}), "zero.reduce_bucket_size") != nullptr, stage > 0);
    }
  }

  void a_figure_counts_at_its_moment_and_no_digit_is_expected_that_was_not_printed() {
    const PlanDocument plan = read_plan(seven_billion);
    const auto built = [&](double rounding) {
      return measured(plan, {figure(ObservedQuantity::gpu_allocated, "After initializing ZeRO optimizer",
                                    1e10, rounding)})
          .differences.front();
    };
    const MeasuredDifference exact = built(0), rounded = built(5e7);
    QCOMPARE(exact.moments, Moments::of(Moment::initialisation, Moment::between));
    QCOMPARE(rounded.low, exact.low - 5e7);
    QCOMPARE(rounded.high, exact.high + 5e7);
    QVERIFY(exact.low < exact.predicted && exact.predicted < exact.high);
  }
  /// docs: a peak in a phase is the sum of what the ledger has then, and 32 MiB and 2 % are not modelled.
  void a_peak_in_a_phase_is_the_sum_of_its_entries() {
    const PlanDocument plan = read_plan(seven_billion);
    const MemoryEstimate estimate = estimate_memory(plan.plan);
    for (const Phase phase : {Phase::forward, Phase::backward, Phase::step}) {
      Bytes sum, low, high;
      for (const Entry& entry : estimate.ledger.entries())
        if (entry.place == Place::gpu && entry.component != Component::framework &&
            entry.component != Component::fragmentation && entry.counts_in(phase)) {
          sum += entry.bytes;
          low += entry.low;
          high += entry.high;
        }
      const std::string moment = "peak in " + std::string(name_of(phase));
      const MeasuredDifference one =
          measured(plan, {figure(ObservedQuantity::gpu_max_allocated, moment.c_str(), 1e10)})
              .differences.front();
      const double value = static_cast<double>(sum.value());
      const double more = 32.0 * bytes_per_mib + 0.02 * value;
      QCOMPARE(one.predicted, value);
      QCOMPARE(one.low, static_cast<double>(low.value()) - more);
      QCOMPARE(one.high, static_cast<double>(high.value()) + more);
    }
  }
  void without_a_shape_only_moments_without_activations_are_predicted() {
    const PlanDocument plan =
        read_plan(R"({"model": {"tensors": [{"shape": [4096, 4096], "count": 400}]}, "zero": {"stage": 2},
      "cluster": {"nodes": 1, "gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-80gb"}}})");
    const auto is_predicted = [&](const char* moment) {
      return !measured(plan, {figure(ObservedQuantity::gpu_allocated, moment, 1e10)}).differences.empty();
    };
    QVERIFY(is_predicted("Before forward") && is_predicted("after step"));
    QVERIFY(!is_predicted("After forward") && !is_predicted("before backward"));
  }

  void a_time_names_entries_of_its_own_stretch() {
    const PlanDocument plan = read_plan(seven_billion);
    const StepTime time = figures_of(plan.plan).time;
    const auto told_of = [](const MeasuredDifference& one, const TimeEntry& entry) {
      const std::string name = std::string(name_of(entry.id)) + " (";
      return one.explanation.find(" at that moment: " + name) != std::string::npos ||
             one.explanation.find("), " + name) != std::string::npos;
    };
    int named = 0;
    for (const TimeEntry& entry : time.ledger.entries()) {
      // A step that is shorter by what an entry takes has it named, whatever its stretch is.
      const double shorter = time.total - entry.busy;
      if (shorter < time.range.low) {
        ++named;
        const MeasuredDifference one =
            measured(plan, {figure(ObservedQuantity::step_total, "step", shorter)}).differences.front();
        QVERIFY2(told_of(one, entry), one.explanation.c_str());
      }
      // An optimizer that takes longer has entries of the optimizer alone.
      const MeasuredDifference step =
          measured(plan, {figure(ObservedQuantity::step_optimizer, "step", time.step + entry.busy)})
              .differences.front();
      for (const TimeEntry& other : time.ledger.entries())
        QVERIFY2(other.stretch == Stretch::step || !told_of(step, other), step.explanation.c_str());
    }
    QVERIFY(named > 0);
  }
  /// DeepSpeed's throughput timer leaves its first two steps out (utils/timer.py, start_step = 2).
  void a_step_of_any_number_behind_the_first_two_is_a_step() {
    const PlanDocument plan = read_plan(seven_billion);
    const auto is_step = [&](const char* moment) {
      const Measurement all = measured(plan, {figure(ObservedQuantity::samples_per_s, moment, 1)});
      return !all.differences.empty() && all.differences.front().moment == "one step";
    };
    for (const char* moment : {"step 3", "step 9", "step 10", "step 90", "step 1999"})
      QVERIFY2(is_step(moment), moment);
    for (const char* moment : {"step 1", "step 2", "step ", "step 1a", "step -5"})
      QVERIFY2(!is_step(moment), moment);
  }
  void the_largest_difference_comes_first() {
    const PlanDocument plan = read_plan(seven_billion);
    const Figures figures = figures_of(plan.plan);
    const Measurement all =
        measured(plan, {figure(ObservedQuantity::gpu_max_allocated, "memory summary",
                               1.05 * static_cast<double>(figures.estimate.gpu.peak_allocated.value())),
                        figure(ObservedQuantity::step_total, "step", 1.3 * figures.time.total),
                        figure(ObservedQuantity::samples_per_s, "step", 3 * 16 / figures.time.total),
                        figure(ObservedQuantity::gpu_max_reserved, "memory summary", 0)});
    std::vector<ObservedQuantity> order;
    for (const MeasuredDifference& one : all.differences)
      order.push_back(one.quantity);
    QCOMPARE(order, (std::vector<ObservedQuantity>{
                        ObservedQuantity::gpu_max_reserved, ObservedQuantity::samples_per_s,
                        ObservedQuantity::step_total, ObservedQuantity::gpu_max_allocated}));
  }

  void a_snapshot_names_the_component_that_differs_most() {
    const PlanDocument plan = read_plan(seven_billion);
    const MemoryEstimate estimate = estimate_memory(plan.plan);
    const auto difference = [&](EntryId larger, Bytes more) {
      NamedLog log{"snapshot.pickle", {}};
      log.peaks = {peak_of_parts(estimate, Phase::step, larger, more)};
      return measure(&plan, {&log, 1}).differences.front();
    };
    const Bytes much = from_gib(6);
    for (const EntryId id : {EntryId::states_weights, EntryId::states_gradients, EntryId::states_optimizer}) {
      const MeasuredDifference one = difference(id, much);
      QVERIFY2(
          one.explanation.starts_with("Most of it is " + std::string(name_of(row_of(id).component)) + ": "),
          one.explanation.c_str());
      QVERIFY(one.is_outside());
    }
    const MeasuredDifference same = difference(EntryId::states_weights, Bytes(0));
    QVERIFY2(same.explanation.empty(), same.explanation.c_str());
    QVERIFY(!same.is_outside());
    QCOMPARE(same.measured, same.predicted);
  }
};

ZP_TEST(FiguresTest)
#include "figures_test.moc"
