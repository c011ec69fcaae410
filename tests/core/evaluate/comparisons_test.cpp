// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/evaluate/article_calls.h"
#include "core/evaluate/autotuner_shortlist.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/plan_difference.h"
#include "core/evaluate/plan_sweep.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

PlanDocument seven_b_with(const std::string& keys) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, )" + keys + "}");
}

}  // namespace

/// Tests of several plans beside each other: differences, sweeps, scenarios, shortlists and the article's
/// calls.
class ComparisonsTest : public QObject {
  Q_OBJECT

 private slots:
  /// Stage 2 keeps an eighth of the gradients of stage 1 on 8 GPUs; weights and states are the same.
  void a_difference_names_keys_and_entries_largest_first() {
    const PlanDocument one = seven_b_with(R"("zero": {"stage": 1, "overlap_comm": false})"),
                       two = seven_b_with(R"("zero": {"stage": 2, "overlap_comm": false})");
    const PlanDifference difference = difference_of(one, two);
    QVERIFY(!difference.is_none() && difference.keys.size() == 1);
    QCOMPARE(difference.keys[0].path, std::string("zero.stage"));
    QCOMPARE(difference.before.document, one);
    QCOMPARE(difference.after.document, two);
    QCOMPARE(difference.before.figures.estimate, figures_of(one.plan).estimate);
    QCOMPARE(difference.after.figures.estimate, figures_of(two.plan).estimate);
    QVERIFY(!difference.entries.empty());
    const auto size = [](const EntryChange& entry) { return -std::abs(entry.change().value()); };
    QVERIFY(std::ranges::is_sorted(difference.entries, {}, size));
    for (const EntryChange& entry : difference.entries) {
      QVERIFY(entry.change() != Bytes());
      QVERIFY(entry.id != EntryId::states_weights && entry.id != EntryId::states_master);
    }
    const auto gradients = std::ranges::find(difference.entries, EntryId::states_gradients, &EntryChange::id);
    QVERIFY(gradients != difference.entries.end() && gradients->change() < Bytes());
    QVERIFY(difference_of(one, one).is_none());
    QVERIFY(difference_of(one, one).entries.empty() && difference_of(one, one).times.empty());
  }
  void a_difference_has_the_seconds_that_each_plan_alone_takes() {
    const PlanDocument plain = seven_b_with(R"("zero": {"stage": 2})"),
                       offloaded = seven_b_with(R"("zero": {"stage": 2, "offload_optimizer": "cpu"})");
    const std::vector<TimeChange> times = difference_of(plain, offloaded).times;
    const std::vector<TimeChange> back = difference_of(offloaded, plain).times;
    const auto of = [](const std::vector<TimeChange>& list, TimeId id) {
      const auto found = std::ranges::find(list, id, &TimeChange::id);
      return found == list.end() ? TimeChange{} : *found;
    };
    const TimeChange cpu = of(times, TimeId::optimizer_cpu);
    QCOMPARE(cpu.busy_before, 0.0);
    QVERIFY(cpu.busy_after > 0 && cpu.exposed_after > 0 && cpu.change() > 0);
    QCOMPARE(of(back, TimeId::optimizer_cpu).change(), -cpu.change());
    QCOMPARE(of(back, TimeId::optimizer_cpu).busy_before, cpu.busy_after);
    QCOMPARE(times.front().id, TimeId::optimizer_cpu);  // it moves the step most
    QVERIFY(std::ranges::is_sorted(times, std::greater(), [](const TimeChange& one) {
      return std::pair(std::abs(one.change()), std::abs(one.busy_after - one.busy_before));
    }));
    for (const TimeChange& one : times)
      QVERIFY(one.busy_before != one.busy_after || one.change() != 0);
    double sum = 0;
    for (const TimeChange& one : times)
      sum += one.change();
    const double seconds = figures_of(offloaded.plan).time.total - figures_of(plain.plan).time.total;
    QVERIFY(std::abs(sum - seconds) < 0.01 * seconds);
  }
  /// Stage 2 with a pipeline stops at once, and so says the plan that has it, not the other.
  void a_stop_of_one_plan_alone_is_its_own() {
    const PlanDocument plain = seven_b_with(R"("zero": {"stage": 2})"),
                       stopping =
                           seven_b_with(R"("zero": {"stage": 2}, "training": {"pipeline_parallel": 2})");
    const PlanDifference difference = difference_of(plain, stopping);
    QVERIFY(difference.before.own_stops.empty());
    QVERIFY(!difference.after.own_stops.empty());
    for (const Finding& finding : difference.after.own_stops)
      QVERIFY(finding.severity <= Severity::fails_later);
    QCOMPARE(difference_of(stopping, plain).before.own_stops.size(), difference.after.own_stops.size());
    QVERIFY(difference_of(stopping, stopping).after.own_stops.empty());
  }

  void a_sweep_has_every_combination_the_last_key_fastest() {
    const PlanDocument document = seven_b_with(R"("zero": {"stage": 2})");
    const std::vector<PlanSweepRow> rows =
        sweep_plan(document, {{"zero.stage", {"1", "3"}}, {"training.micro_batch_size", {"1", "2", "-1"}}});
    QCOMPARE(rows.size(), std::size_t{6});
    QCOMPARE(rows[0].settings[0].value, std::string("1"));
    QCOMPARE(rows[0].settings[1].value, std::string("1"));
    QCOMPARE(rows[1].settings[1].value, std::string("2"));
    QCOMPARE(rows[3].settings[0].value, std::string("3"));
    QCOMPARE(rows[3].settings[1].value, std::string("1"));
    for (const std::size_t bad : {std::size_t{2}, std::size_t{5}})
      QVERIFY(!rows[bad].figures && !rows[bad].stop.empty() && !rows[bad].runs());
    for (const std::size_t good : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{4}})
      QVERIFY2(rows[good].figures && rows[good].stop.empty(), rows[good].stop.c_str());
    const PlanDocument last = seven_b_with(R"("zero": {"stage": 3}, "training": {"micro_batch_size": 2})");
    QCOMPARE(rows[4].figures->estimate, figures_of(last.plan).estimate);
  }
  void a_sweep_says_what_deepspeed_stops_at() {
    const std::vector<PlanSweepRow> rows =
        sweep_plan(seven_b_with(R"("zero": {"stage": 2})"), {{"training.pipeline_parallel", {"1", "2"}}});
    QVERIFY(rows[0].stop.empty() && rows[0].figures);
    QVERIFY(!rows[1].stop.empty() && !rows[1].runs());
  }
  void a_sweep_has_a_most_and_no_key_twice() {
    const PlanDocument document = seven_b_with(R"("zero": {"stage": 2})");
    QVERIFY_THROWS_EXCEPTION(FileError, sweep_plan(document, {{"zero.stage", {"1"}}, {"zero.stage", {"2"}}}));
    const std::vector<std::string> hundred(100, "1"), more(101, "1");
    QVERIFY_THROWS_EXCEPTION(FileError, sweep_plan(document, {{"training.micro_batch_size", hundred},
                                                              {"training.sequence_length", more}}));
  }

  void scenarios_are_rows_and_settings_in_which_they_differ() {
    const PlanDocument one = seven_b_with(R"("zero": {"stage": 1})"),
                       two = seven_b_with(R"("zero": {"stage": 2}, "training": {"micro_batch_size": 4})"),
                       stopping =
                           seven_b_with(R"("zero": {"stage": 2}, "training": {"pipeline_parallel": 2})");
    const Scenarios scenarios{{{"One", one}, {"Two", two}, {"Stops", stopping}}, 0};
    const std::vector<PlanSweepRow> rows = scenario_rows(scenarios);
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows[1].settings[0].value, std::string("Two"));
    QCOMPARE(rows[0].figures->estimate, figures_of(one.plan).estimate);
    QCOMPARE(rows[1].figures->estimate, figures_of(two.plan).estimate);
    QVERIFY(rows[0].stop.empty() && !rows[2].stop.empty());
    const std::vector<DifferingSetting> settings = differing_settings(scenarios);
    const auto values = [&](const char* path) {
      const auto found = std::ranges::find(settings, path, &DifferingSetting::path);
      return found == settings.end() ? std::vector<std::string>() : found->values;
    };
    QCOMPARE(settings.size(), std::size_t{3});
    QCOMPARE(values("zero.stage"), (std::vector<std::string>{"1", "2", "2"}));
    QCOMPARE(values("training.micro_batch_size")[1], std::string("4"));
    QCOMPARE(values("training.micro_batch_size")[0], values("training.micro_batch_size")[2]);
    QCOMPARE(values("training.pipeline_parallel")[2], std::string("2"));
  }

  /// 7B at stage 2 on 8 A100 80 GB runs with micro batches of 1 to 8 of the same 48 sequences; 3 and 6 are no
  /// powers of two, but 6 is the plan's own.
  void the_shortlist_has_the_fastest_micro_batches_of_the_same_batch() {
    const auto sizes = [](const std::string& training) {
      std::vector<std::int64_t> found;
      for (const Plan& plan : autotuner_shortlist(
               seven_b_with(R"("zero": {"stage": 2}, "training": {"activation_checkpointing": "full", )" +
                            training + "}")
                   .plan)) {
        found.push_back(plan.training.micro_batch_size);
        if (plan.training.micro_batch_size * plan.training.gradient_accumulation_steps != 48)
          found.push_back(-1);
      }
      return found;
    };
    const std::vector<std::int64_t> own = sizes(R"("micro_batch_size": 6, "gradient_accumulation_steps": 8)");
    QCOMPARE(own.size(), longest_shortlist);
    QVERIFY(std::ranges::find(own, -1) == own.end());
    QVERIFY(std::ranges::find(own, 6) != own.end() && std::ranges::find(own, 16) != own.end());
    QVERIFY(std::ranges::find(own, 3) == own.end() && std::ranges::find(own, 32) == own.end());
    QVERIFY(std::ranges::is_sorted(own, std::greater()));  // here a larger one is faster
    QVERIFY(sizes(R"("micro_batch_size": 48, "gradient_accumulation_steps": 1, "sequence_length": 8192)")
                .empty());
    const auto one_alone = seven_b_with(R"("zero": {"stage": 2}, "training": {"micro_batch_size": 1})");
    QVERIFY(autotuner_shortlist(one_alone.plan).empty());
  }

  /// The article's calls: 7B on 4 and 70B on 8 A100s of 80 GB behind 200 Gbit/s, a batch of 32.
  void the_calls_of_the_article_are_plans() {
    const std::vector<ArticleCall> calls = article_calls();
    QCOMPARE(calls.size(), std::size_t{2});
    for (const ArticleCall& call : calls) {
      QCOMPARE(call.plan.cluster.ranks(), call.input.gpus);
      QCOMPARE(call.plan.cluster.intra_node.gb_per_s, 25.0);
      QCOMPARE(call.plan.training.precision, Precision::fp16);
      QCOMPARE(call.plan.training.activation_checkpointing, Checkpointing::full);
      QCOMPARE(call.plan.training.gradient_accumulation_steps, std::int64_t{32 / call.input.gpus});
      const double parameters = static_cast<double>(model_size(call.plan).parameters.value());
      QVERIFY(std::abs(parameters / (call.input.model_size_billions * 1e9) - 1) < 0.1);
      QCOMPARE(call.tried.size(), std::size_t{9});
      for (const ArticleConfiguration& one : call.tried) {
        const Zero& zero = one.plan.zero;
        QCOMPARE(zero.stage, one.candidate.stage);
        QCOMPARE(zero.offload_optimizer.device != Device::none, one.candidate.use_cpu_offload);
        QCOMPARE(zero.offload_param.device != Device::none, one.candidate.use_nvme_offload);
        QCOMPARE(train_batch_size(one.plan), std::int64_t{32});
        QVERIFY(one.runs() || one.plan.training.micro_batch_size == 1);
        QCOMPARE(one.figures.estimate, figures_of(one.plan).estimate);
        for (const Finding& finding : one.findings)
          QVERIFY(finding.severity <= Severity::ignored);
        for (const std::int64_t size : {1, 2, 4, 8}) {
          if (size > 32 / call.input.gpus) continue;
          Plan other = one.plan;
          other.training.micro_batch_size = size;
          other.training.gradient_accumulation_steps = 32 / call.input.gpus / size;
          const Figures figures = figures_of(other);
          QVERIFY(!one.runs() || !figures.estimate.fits() || figures.time.total >= one.figures.time.total);
        }
      }
      QVERIFY(call.returned && call.chosen >= 0);
      const ArticleCandidate& chosen = call.tried[static_cast<std::size_t>(call.chosen)].candidate;
      QCOMPARE(chosen.stage, call.returned->stage);
      QCOMPARE(chosen.use_cpu_offload, call.returned->use_cpu_offload);
      QCOMPARE(chosen.use_nvme_offload, call.returned->use_nvme_offload);
      QCOMPARE(call.printed.has_value(), call.input.gpus == 8);
    }
    // Printed for 70B: stage 3 with the optimizer on the host, without drives.
    const ArticleCandidate& printed =
        calls[1].tried[static_cast<std::size_t>(calls[1].printed_choice)].candidate;
    QVERIFY(printed.stage == 3 && printed.use_cpu_offload && !printed.use_nvme_offload);
    QCOMPARE(calls[0].printed_choice, -1);
    QVERIFY(calls[0].ours && calls[0].our_figures && calls[0].our_figures->estimate.fits());
    QCOMPARE(calls[0].our_figures->estimate, figures_of(*calls[0].ours).estimate);
  }

  /// A plan that fits stops at what fails later; one that does not fit stops for memory first.
  void the_worst_finding_stops_a_plan() {
    QVERIFY(evaluate(seven_b_with(R"("zero": {"stage": 2})")).stop() == nullptr);
    QVERIFY(Evaluation().stop() == nullptr);
    const Evaluation pipeline =
        evaluate(seven_b_with(R"("zero": {"stage": 2}, "training": {"pipeline_parallel": 2})"));
    QVERIFY(pipeline.stop() != nullptr && pipeline.stop()->severity <= Severity::fails_later);
    const Evaluation large = evaluate(seven_b_with(R"("training": {"micro_batch_size": 512})"));
    QVERIFY(!large.figures.estimate.fits());
    QCOMPARE(large.stop() == nullptr, large.findings.front().severity != Severity::refused);
    const Evaluation unknown = evaluate(seven_b_with(R"("no_such_key": 1)"));
    QVERIFY(
        std::ranges::any_of(unknown.findings, [](const Finding& one) { return one.path == "no_such_key"; }));
  }
};

ZP_TEST(ComparisonsTest)
#include "comparisons_test.moc"
