// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/speed/whole_run.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/catalog/catalog.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Simulates one run hour by hour of its rhythm; returns its wall time in hours.
double simulated_wall(double work, double interval, const RunRhythm& rhythm, std::mt19937_64& random) {
  std::exponential_distribution<double> next_failure(1 / rhythm.between_failures);
  double clock = 0, done = 0;
  while (done < work) {
    const double stretch = std::min(interval, work - done);
    const double needed = stretch + rhythm.save;
    const double failure = next_failure(random);
    if (failure >= needed) {
      clock += needed;
      done += stretch;
      continue;
    }
    clock += failure;
    // A failure while restarting begins the restart anew.
    for (double again = next_failure(random); again < rhythm.restart; again = next_failure(random))
      clock += again;
    clock += rhythm.restart;
  }
  return clock;
}

Plan plan_with_budget(int nodes) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-3.1-70b"));
  plan.cluster.nodes = nodes;
  plan.zero.stage = 3;
  plan.training.tokens = 1e11;
  plan.cluster.gpu_hour_price = 2;
  plan.cluster.gpu_watts = 700;
  return plan;
}

WholeRun run_of(const Plan& plan, double step_seconds) {
  return whole_run(plan, checkpoint_times(plan, saved_checkpoint(plan), step_seconds), step_seconds);
}

bool is_near(double value, double expected, double relative = 1e-9) {
  return std::abs(value - expected) <= relative * std::abs(expected);
}

}  // namespace

/// Tests of saves, failures and restarts over a whole run.
class WholeRunTest : public QObject {
  Q_OBJECT

 private slots:
  /// 400 runs of a fixed seed: the mean of the simulation lies within three standard errors.
  void the_formula_is_the_mean_of_simulated_runs_data() {
    QTest::addColumn<double>("between");
    QTest::addColumn<double>("save");
    QTest::addColumn<double>("restart");
    QTest::addColumn<double>("interval");
    QTest::newRow("256 GPUs") << 115.4 << 1.0 / 60 << 0.75 << 1.95;
    QTest::newRow("1,024 GPUs saved each hour") << 28.8 << 1.0 / 60 << 1.0 / 3 << 1.0;
    QTest::newRow("16,384 GPUs") << 1.8 << 1.0 / 60 << 1.0 / 3 << 0.25;
    QTest::newRow("failures as frequent as saves") << 2.0 << 0.2 << 0.5 << 2.0;
  }

  void the_formula_is_the_mean_of_simulated_runs() {
    QFETCH(double, between);
    QFETCH(double, save);
    QFETCH(double, restart);
    QFETCH(double, interval);
    const RunRhythm rhythm{between, save, restart};
    const double work = 336;
    std::mt19937_64 random(1);
    constexpr int runs = 400;
    double sum = 0, squares = 0;
    for (int i = 0; i < runs; ++i) {
      const double wall = simulated_wall(work, interval, rhythm, random);
      sum += wall;
      squares += wall * wall;
    }
    const double mean = sum / runs;
    const double error = std::sqrt((squares / runs - mean * mean) / runs);
    const double formula = wall_hours(work, interval, rhythm);
    qInfo("%.2f h by the formula, %.2f ± %.2f h simulated", formula, mean, error);
    QVERIFY(std::abs(formula - mean) <= 3 * error + 0.001 * mean);
  }

  void no_other_interval_ends_the_run_sooner() {
    for (const double between : {0.9, 3.0, 28.8, 461.5})
      for (const double save : {10.0 / 3600, 1.0 / 60, 5.0 / 60, 0.5}) {
        const RunRhythm rhythm{between, save, 1.0 / 3};
        const double best = best_interval(rhythm);
        QVERIFY(best > 0 && best < between);
        const double least = wall_hours(1000, best, rhythm);
        for (double factor = 0.2; factor < 5; factor *= 1.07)
          QVERIFY2(wall_hours(1000, best * factor, rhythm) >= least * (1 - 1e-12),
                   qPrintable(QString("%1 %2 %3").arg(between).arg(save).arg(factor)));
      }
  }

  /// Young's interval is the first-order optimum, and close to the best one while saves are short.
  void youngs_interval_is_close_where_saves_are_short() {
    const RunRhythm rhythm{28.8, 1.0 / 60, 1.0 / 3};
    QVERIFY(is_near(young_interval(rhythm), std::sqrt(2.0 / 60 * 28.8)));
    QVERIFY(is_near(best_interval(rhythm), young_interval(rhythm), 0.02));
  }

  /// Hangs, queues, planned pauses and replacement by hand are not in the model, so it promises more than was
  /// reached; it must not promise less.
  void published_runs_reach_no_more_than_the_formula_promises() {
    test::ErrorTable errors("goodput of published runs");
    for (const test::CsvRow& row : test::read_csv("goodput.csv")) {
      const RunRhythm rhythm{
          .between_failures = 24'000 / (row.number("gpus") / 8 * row.number("per_1000_node_days")),
          .save = row.number("save_s") / 3600,
          .restart = row.number("restart_min") / 60};
      const double work = row.number("ideal_days") * 24, stated = row.number("interval_h");
      const double ours = work / wall_hours(work, stated > 0 ? stated : best_interval(rhythm), rhythm);
      const double published = row.number("goodput");
      errors.add(row.text("run"), ours, published);
      qInfo("%-32s published %.3f, by the formula %.3f", row.text("run").c_str(), published, ours);
      QVERIFY(ours > published - 0.03);
    }
    qInfo("%s", errors.summary().c_str());
    QVERIFY(errors.median() < 0.12);
  }

  void parts_sum_to_the_wall_time() {
    for (const int nodes : {1, 16, 128}) {
      const WholeRun run = run_of(plan_with_budget(nodes), 20);
      QVERIFY(run.progresses());
      QVERIFY(
          is_near(run.hours + run.saving_hours + run.repeated_hours + run.restarting_hours, run.wall_hours));
      QVERIFY(run.least_wall_hours <= run.wall_hours && run.wall_hours <= run.most_wall_hours);
      QVERIFY(is_near(run.goodput, run.hours / run.wall_hours));
      QVERIFY(run.best_goodput >= run.goodput * (1 - 1e-12));
    }
  }

  void cost_and_energy_are_those_of_the_wall_time() {
    const Plan plan = plan_with_budget(16);
    const WholeRun run = run_of(plan, 20);
    QVERIFY(is_near(run.cost, run.wall_hours * 128 * 2));
    QVERIFY(is_near(run.energy_kwh, run.wall_hours * 128 * 0.7 * 1.44));
  }

  void more_failures_take_longer() {
    Plan plan = plan_with_budget(64);
    double before = 0;
    for (const double rate : {0.0, 10.0, 34.0, 100.0, 1000.0}) {
      plan.cluster.failures.per_million_gpu_hours = rate;
      const WholeRun run = run_of(plan, 20);
      QVERIFY(run.wall_hours > before);
      before = run.wall_hours;
    }
  }

  void a_run_without_saves_starts_again_from_its_beginning() {
    Plan plan = plan_with_budget(64);
    plan.training.save_steps = 0;
    plan.training.tokens = 1e9;
    const WholeRun run = run_of(plan, 20);
    const double mean = run.rhythm.between_failures;
    QVERIFY(
        is_near(run.wall_hours, mean * std::exp(run.rhythm.restart / mean) * std::expm1(run.hours / mean)));
    QCOMPARE(run.saving_hours, 0.0);
  }

  void a_run_that_hardly_progresses_has_no_end() {
    Plan plan = plan_with_budget(64);
    plan.training.save_steps = 0;
    plan.training.tokens = 1e14;
    plan.cluster.failures.per_million_gpu_hours = 100'000;
    const WholeRun run = run_of(plan, 20);
    QVERIFY(run.hours > 0);
    QVERIFY(!run.progresses());
    QCOMPARE(run.cost, 0.0);
  }

  void without_a_budget_there_is_no_run() {
    Plan plan = plan_with_budget(1);
    plan.training.tokens = 0;
    QCOMPARE(run_of(plan, 20), WholeRun());
    plan.training.tokens = 1e9;
    QCOMPARE(run_of(plan, 0), WholeRun());
  }
};

ZP_TEST(WholeRunTest)
#include "whole_run_test.moc"
