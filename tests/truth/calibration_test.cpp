// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "core/calibrate/calibrate.h"
#include "core/speed/range.h"
#include "tests/support/test_main.h"
#include "tests/truth/published/calibrated.h"
#include "tests/truth/published/residual_range.h"
#include "tests/truth/published/speed_rows.h"
#include "tests/truth/published/speed_tables.h"
#include "tests/truth/published/table_parts.h"

using namespace zp;

/// Tests of how well one run of a machine predicts the others.
class CalibrationTruthTest : public QObject {
  Q_OBJECT

 private:
  std::vector<test::Published> published_;
  std::vector<test::SpeedRow> rows_;
  std::vector<test::CalibratedMachine> machines_;

 private slots:
  void initTestCase() {
    published_ = test::all_published_runs();
    rows_ = test::pipelined(test::speed_rows(published_), false);
    machines_ = test::calibrated_machines(rows_);
    QVERIFY(machines_.size() >= 32);
  }

  /// The limits are the figures reached, rounded up: they may only get better. The goals, half of `before`
  /// and 4 %, are missed: the runs of one machine scatter by 8 % around a clock that has the machine's own
  /// constants (the_noise_is_that_of_the_machines), and no physical constant tells the runs apart. `before`
  /// was 14 % while the clock knew less of attention, casts, the host and adapters, and `after` was 8.1 %:
  /// now one run has less left to correct, and `after` may be no more than nine tenths of `before`.
  void one_run_tells_of_the_others() {
    const double before = median_of(machines_, &test::CalibratedMachine::before),
                 after = median_of(machines_, &test::CalibratedMachine::after),
                 after_all = median_of(machines_, &test::CalibratedMachine::after_all);
    qInfo("median error of %zu machines: %.1f %% before, %.1f %% after one run, %.1f %% after all others",
          machines_.size(), 100 * before, 100 * after, 100 * after_all);
    QVERIFY2(after <= 0.085, qPrintable(QString::number(after)));
    QVERIFY2(after <= 0.91 * before, qPrintable(QString::number(before)));
    // One run says nothing about a clock whose error is within the scatter of a machine's runs; of the clocks
    // that are further off, seven in ten get better (four in five before the host's work in the
    // optimizer's step was counted tensor by tensor).
    const auto is_off = [](const test::CalibratedMachine& of) { return of.before > scatter_of_one_machine; };
    const auto off = std::ranges::count_if(machines_, is_off);
    const auto better = std::ranges::count_if(
        machines_, [&](const test::CalibratedMachine& of) { return is_off(of) && of.after() < of.before; });
    const auto much_worse = std::ranges::count_if(
        machines_, [](const test::CalibratedMachine& of) { return of.after() > of.before + 0.05; });
    QVERIFY2(off >= 15, qPrintable(QString::number(off)));
    QVERIFY2(better * 10 >= 7 * off, qPrintable(QString::number(better)));
    QVERIFY2(much_worse <= 3, qPrintable(QString::number(much_worse)));
  }

  /// The scatter of one machine's runs that calibrate() assumes is the measured one.
  void the_noise_is_that_of_the_machines() {
    std::vector<double> deviations;
    for (const test::CalibratedMachine& of : machines_) {
      std::vector<double> logarithms;
      for (const test::SpeedRow* run : of.machine.runs)
        logarithms.push_back(std::log(run->measured / run->predicted));
      double mean = 0, squares = 0;
      for (const double each : logarithms)
        mean += each / static_cast<double>(logarithms.size());
      for (const double each : logarithms)
        squares += (each - mean) * (each - mean);
      deviations.push_back(std::sqrt(squares / static_cast<double>(logarithms.size() - 1)));
    }
    QVERIFY2(std::abs(test::median_of(deviations) - scatter_of_one_machine) < 0.01,
             qPrintable(QString::number(test::median_of(deviations))));
  }

  void the_calibrated_range_is_that_of_the_runs() {
    int held = 0, asked = 0;
    for (const Regime regime : {Regime::one_node, Regime::many_nodes, Regime::cpu_offload}) {
      std::vector<test::Residual> rows;
      for (const test::CalibratedMachine& of : machines_)
        if (of.machine.regime == regime)
          for (const test::SpeedRow& row : of.predicted)
            rows.push_back({row.published->source, row.measured / row.predicted});
      const test::FactorRange reached = test::range_from(rows);
      const SecondsRange stated = calibrated_range_of(regime);
      QVERIFY2(
          std::abs(reached.low - stated.low) < 0.006 && std::abs(reached.high - stated.high) < 0.006,
          qPrintable(QStringLiteral("%1: %2 to %3").arg(int(regime)).arg(reached.low).arg(reached.high)));
      const test::Coverage coverage = test::coverage_leaving_one_source_out(rows);
      held += coverage.held;
      asked += coverage.rows;
    }
    const double share = static_cast<double>(held) / asked;
    qInfo("calibrated ranges hold %d of %d: %.1f %%", held, asked, 100 * share);
    QVERIFY2(share >= 0.75 && share <= 0.90, qPrintable(QString::number(share)));
  }

  void cleanupTestCase() {
    for (const test::CalibratedMachine& of : machines_)
      qInfo("%s: %zu runs, %.1f %% -> %.1f %%", of.machine.name.c_str(), of.machine.runs.size(),
            100 * of.before, 100 * of.after());
  }
};

ZP_TEST(CalibrationTruthTest)
#include "calibration_test.moc"
