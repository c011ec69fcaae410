// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <cmath>

#include "core/plan_file/plan_file.h"
#include "core/speed/collectives.h"
#include "core/speed/explain_time.h"
#include "core/speed/generation.h"
#include "core/speed/range.h"
#include "core/speed/step_time.h"
#include "core/speed/whole_run.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan timed_plan(const std::string& sections, const char* model = "llama-2-7b") {
  return read_plan(R"({"model": {"preset": ")" + (model + ("\"}, " + sections)) + "}").plan;
}

TimeEntry timed_entry(const Plan& plan, TimeId id) {
  const StepTime time = estimate_speed(plan);
  const TimeEntry* found = time.ledger.find(id);
  return found == nullptr ? TimeEntry{} : *found;
}

bool is_about(double value, double expected) { return std::abs(value / expected - 1) < 1e-9; }

}  // namespace

/// Tests of factors in the clock that follow from what a program does, and of the words for a resource.
class SmallPartsTest : public QObject {
  Q_OBJECT

 private slots:
  /// A ring all-reduce is a reduce-scatter and a gather: each rank sends twice as much (Patarasuk and Yuan
  /// 2009, section 3). Stage 0 all-reduces gradients, stage 3 leaves each rank its part.
  void an_all_reduce_sends_twice_what_a_reduce_scatter_sends() {
    const char* const training = R"("training": {"activation_checkpointing": "full"}, )";
    const auto sent = [&](int stage) {
      const Plan plan = timed_plan(training + (R"("zero": {"stage": )" + std::to_string(stage) + "}"));
      return timed_entry(plan, TimeId::reduce_gradients).amount;
    };
    QVERIFY(sent(3) > 0);
    QVERIFY2(is_about(sent(0), 2 * sent(3)), qPrintable(QStringLiteral("%1 %2").arg(sent(0)).arg(sent(3))));
  }

  /// A transfer of nothing, and a link without a speed, take no time.
  void no_bytes_and_no_link_take_no_time() {
    Ring<double> ring =
        ring_of<double>(timed_plan(R"("zero": {"stage": 2})").cluster, RankGroup{8, 1, 8}, sym::zero_group);
    QVERIFY(collective_seconds(Collective::all_reduce, ring, 1.0, 1.0) > 0);
    QCOMPARE(collective_seconds(Collective::all_reduce, ring, 0.0, 1.0), 0.0);
    QVERIFY(point_to_point_seconds(ring, 1.0, 1.0) > 0);
    QCOMPARE(point_to_point_seconds(ring, 0.0, 1.0), 0.0);
    ring.bandwidth = 0;
    QCOMPARE(point_to_point_seconds(ring, 1e9, 1.0), 0.0);
    QCOMPARE(collective_seconds(Collective::all_reduce, ring, 1e9, 1.0), 0.0);
  }

  /// Each micro batch brings the same copies, and hides as much of each behind its own passes.
  void copies_of_each_micro_batch_hide_alike() {
    const auto of_steps = [](int steps) {
      return estimate_speed(timed_plan(
          R"("zero": {"stage": 3, "offload_param": "cpu"}, "training": {"micro_batch_size": 4, "gradient_accumulation_steps": )" +
          std::to_string(steps) + "}"));
    };
    const StepTime one = of_steps(1), four = of_steps(4);
    int seen = 0;
    for (const TimeEntry& entry : one.ledger.entries()) {
      const TimeEntry* const other = four.ledger.find(entry.id);
      if (entry.resource != Resource::host_link || entry.hidden <= 0 || other == nullptr) continue;
      ++seen;
      QVERIFY2(is_about(other->hidden, 4 * entry.hidden) && is_about(other->amount, 4 * entry.amount),
               qPrintable(QStringLiteral("%1 of %2").arg(other->hidden).arg(entry.hidden)));
    }
    QVERIFY(seen > 0);
  }

  /// A run without tokens has no length, and a model of a list of tensors no time of a step.
  void a_run_of_unknown_length_has_no_figures() {
    const Plan plan = timed_plan(R"("training": {"tokens": 1e9}, "cluster": {"gpu_hour_price": 2})");
    const StepTime time = estimate_speed(plan);
    QVERIFY(whole_run(plan, time).wall_hours > 0);
    Plan endless = plan;
    endless.training.tokens = 0;
    QCOMPARE(whole_run(endless, time).wall_hours, 0.0);
    StepTime unknown = time;
    unknown.is_known = false;
    QCOMPARE(whole_run(plan, unknown).wall_hours, 0.0);
  }

  void a_resource_in_words() {
    Plan plan = timed_plan(R"("zero": {"stage": 3})");
    plan.cluster.nvme = {};
    QCOMPARE(describe(plan, Resource::drive),
             std::string("the drives of a node, whose speed the plan does not state"));
    plan.cluster.nvme.read_gb_per_s = 1;
    QVERIFY(describe(plan, Resource::drive).find("reading 1") != std::string::npos);
    plan.cluster.nvme = {};
    plan.cluster.nvme.write_gb_per_s = 1;
    QVERIFY(describe(plan, Resource::drive).find("writing 1") != std::string::npos);
    plan.cluster.nvme.read_gb_per_s = 1;
    QCOMPARE(nominal_gb_per_s(plan, Resource::drive), 1.0);
    QCOMPARE(nominal_gb_per_s(plan, Resource::matrix_units), 0.0);
    QCOMPARE(nominal_gb_per_s(plan, Resource::launches), 0.0);
    QCOMPARE(nominal_gb_per_s(plan, Resource::network), plan.cluster.inter_node.gb_per_s);
  }

  /// The backward pass finds the weights of the last half of stage3_max_reuse_distance still gathered, of the
  /// last third where blocks are recomputed; a block that is longer than the distance is gathered once more
  /// (partitioned_param_coordinator.py, release_sub_module). All but the norms of Llama 2 7B are gathered.
  void weights_within_the_reuse_distance_are_gathered_once() {
    const double all = 6'738'415'616.0 - 65 * 4096, kept = 2e9;
    const auto ratio = [](const char* checkpointing, const char* distance) {
      const Plan plan =
          timed_plan(R"("zero": {"stage": 3, "stage3_max_reuse_distance": )" + std::string(distance) +
                     R"(}, "training": {"activation_checkpointing": )" + checkpointing + "}");
      return timed_entry(plan, TimeId::gather_backward).amount /
             timed_entry(plan, TimeId::gather_forward).amount;
    };
    QVERIFY(is_about(ratio(R"("none")", "2000000000"), 1 - kept / 2 / all));
    QVERIFY(is_about(ratio(R"("full")", "2000000000"), 1 - kept / 3 / all));
    QVERIFY(
        is_about(ratio(R"("full")", "400000000"), 2 * (1 - 4e8 / 3 / all)));  // two blocks have 421 million
    QVERIFY(is_about(ratio(R"("none")", "0"), 1));
  }

  /// Keys of ZeRO are levers of DeepSpeed's plans alone.
  void levers_are_keys_that_the_framework_has() {
    const auto levers = [](const char* training) {
      const Plan plan = timed_plan(R"("zero": {"stage": 3}, "training": {"gradient_accumulation_steps": 4)" +
                                   std::string(training) + "}");
      std::string all;
      for (const TimeExplanation& one : explain_time(plan, estimate_speed(plan).ledger))
        if (one.entry.id == TimeId::gather_forward || one.entry.id == TimeId::gather_backward ||
            one.entry.id == TimeId::reduce_gradients)
          all += one.lever + '\n';
      return all;
    };
    const std::string of_deepspeed = levers(""), of_fsdp = levers(R"(, "framework": "fsdp")");
    QVERIFY(of_deepspeed.find("zero.zero_quantized_weights") != std::string::npos);
    QVERIFY(of_deepspeed.find("zero.zero_hpz_partition_size") != std::string::npos);
    QVERIFY2(!of_fsdp.empty() && of_fsdp.find("zero.") == std::string::npos, of_fsdp.c_str());
  }

  /// A statement that is still missing narrows the range around the same estimate.
  void a_missing_statement_narrows_the_range_around_the_estimate() {
    int seen = 0;
    for (const char* sections :
         {R"("zero": {"stage": 0}, "cluster": {"gpus_per_node": 1})", R"("zero": {"stage": 2})",
          R"("zero": {"stage": 3})", R"("zero": {"stage": 3, "offload_optimizer": "cpu"})",
          R"("zero": {"stage": 3}, "cluster": {"nodes": 4})"}) {
      const Plan plan = timed_plan(sections);
      const StepTime time = estimate_speed(plan);
      const std::optional<RangeNarrowing> narrow = narrowing(plan, time);
      if (!narrow) continue;
      ++seen;
      QVERIFY(narrow->range.low > 0 && narrow->range.low < narrow->range.high);
      QVERIFY(narrow->range.low < 1.5 * time.total && narrow->range.high > time.total / 1.5);
      QVERIFY(narrow->range.high / narrow->range.low < time.range.high / time.range.low);
    }
    QVERIFY(seen > 0);
  }

  /// The first and the last stage add up the gradients of GPT-2's tied table, 50,257 × 768 elements: of a
  /// ring of two each sends half of it twice (runtime/pipe/engine.py, _exec_reduce_tied_grads).
  void tied_gradients_are_sent_once_each_way() {
    const TimeEntry tied = timed_entry(
        timed_plan(R"("zero": {"stage": 1}, "training": {"pipeline_parallel": 2, "precision": "fp16"})",
                   "gpt-2-124m"),
        TimeId::tied_gradients);
    QCOMPARE(tied.amount / (50'257.0 * 768), 2.0);
  }

  /// Either way of reduction is named after what it leaves on a rank.
  void a_reduction_in_words() {
    const auto words = [](int stage) {
      const Plan plan = timed_plan(R"("zero": {"stage": )" + std::to_string(stage) + "}");
      const StepTime time = estimate_speed(plan);
      std::string all;
      for (const TimeExplanation& one : explain_time(plan, time.ledger))
        all += one.meaning + '\n';
      return all;
    };
    QVERIFY2(words(0).find("summed on every rank: a reduce-scatter and a gather") != std::string::npos,
             words(0).c_str());
    QVERIFY2(words(3).find("each rank keeps its part") != std::string::npos, words(3).c_str());
    QVERIFY(words(3).find("summed on every rank") == std::string::npos);
  }

  /// A step takes its share of a generation: with four times the sequences of a step both ends of the band
  /// are divided by four, and the low end is not above the high one.
  void a_step_has_its_share_of_a_generation() {
    const auto band = [](int micro_batch) {
      return generation_band(timed_plan(
          R"("training": {"method": "grpo", "program": "verl", "completion_length": 1024, "sequence_length": 2048,
              "generation": "vllm", "micro_batch_size": )" +
          std::to_string(micro_batch) + R"(, "rl": {"samples": 8, "prompts": 64}}, "zero": {"stage": 3})"));
    };
    const GenerationBand whole = band(64), quarter = band(16);
    QVERIFY(whole.low > 0 && whole.low <= whole.high);
    QVERIFY2(
        is_about(quarter.low, whole.low / 4) && is_about(quarter.high, whole.high / 4),
        qPrintable(
            QStringLiteral("%1 %2 %3 %4").arg(whole.low).arg(whole.high).arg(quarter.low).arg(quarter.high)));
  }
};

ZP_TEST(SmallPartsTest)
#include "small_parts_test.moc"
