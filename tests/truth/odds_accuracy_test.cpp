// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "tests/support/test_main.h"
#include "tests/truth/published/memory_residuals.h"
#include "tests/truth/published/outcomes.h"

using namespace zp;

namespace {

std::vector<test::Outcome> not_looked_up() {
  std::vector<test::Outcome> found;
  std::ranges::copy_if(test::outcomes(), std::back_inserter(found), test::was_not_looked_up);
  return found;
}

}  // namespace

/// Tests of the odds that a plan fits, and of the likely range of its peak, against published runs.
class OddsAccuracyTest : public QObject {
  Q_OBJECT

 private slots:
  void runs_that_were_not_looked_up_run_as_often_as_said() {
    for (const test::OddsClass& one : test::odds_classes(not_looked_up())) {
      qInfo("said %.2f to %.2f: %d rows, odds %.3f, ran %.3f", one.from, one.to, one.rows, one.said,
            one.share());
      // Between 0.5 and 0.8 there are 34 plans; one is 3 points, and 26 ran at odds of 0.63.
      if (one.from >= 0.5)
        QVERIFY2(std::abs(one.said - one.share()) <= 0.14, qPrintable(QString::number(one.from)));
    }
  }

  void plans_without_a_program_run_as_often_as_said() {
    for (const test::OddsClass& one : test::odds_classes(test::first_written_outcomes())) {
      qInfo("said %.2f to %.2f: %d rows, odds %.3f, ran %.3f", one.from, one.to, one.rows, one.said,
            one.share());
      if (one.from >= 0.5)
        QVERIFY2(std::abs(one.said - one.share()) <= 0.10, qPrintable(QString::number(one.from)));
    }
  }

  void the_odds_beat_two_plain_answers() {
    for (const std::vector<test::Outcome>& some : {not_looked_up(), test::outcomes()}) {
      const test::BrierScores scores = test::brier_scores(some);
      qInfo("%zu rows: odds %.4f, always %.4f, plain %.4f", some.size(), scores.odds, scores.always,
            scores.plain);
      QVERIFY(scores.odds < scores.always && scores.odds < scores.plain);
    }
  }

  /// Plans as first written: the odds that count other values of what is not stated come true more often than
  /// those of the assumed values, also in round 9, from which the weight of the assumed values does not come.
  void counting_what_is_not_stated_brings_the_odds_nearer() {
    for (const bool is_ninth : {false, true}) {
      const auto of_round = [is_ninth](const std::vector<test::Outcome>& all) {
        std::vector<test::Outcome> found;
        std::ranges::copy_if(all, std::back_inserter(found), [is_ninth](const test::Outcome& outcome) {
          return outcome.id.starts_with("ST9") == is_ninth;
        });
        return found;
      };
      const std::vector<test::Outcome> assumed = of_round(test::written_outcomes()),
                                       open = of_round(test::open_outcomes());
      const double before = test::log_score(assumed), after = test::log_score(open);
      qInfo("%s: %zu rows, log score %.3f, with what is not stated %.3f", is_ninth ? "round 9" : "3 to 8",
            open.size(), before, after);
      QVERIFY(open.size() > (is_ninth ? 60U : 350U));
      QVERIFY(after < before - (is_ninth ? 0.15 : 0.05));
    }
  }

  /// If this fails, the ledger or the rows have changed: build the target `accuracy`, then the program again.
  void the_likely_range_in_core_is_that_of_the_rows() {
    const std::vector<PeakFactors> made = test::peak_ranges();
    for (int i = 0; i < memory_kind_count; ++i)
      QVERIFY2(made[static_cast<std::size_t>(i)] == peak_factors(static_cast<MemoryKind>(i)),
               qPrintable(QString::number(i)));
  }

  /// Pipelines are nearly all of one source, so their range is taken wide and holds more.
  void likely_ranges_hold_about_four_of_five_rows_of_other_sources() {
    for (const MemoryKind kind : {MemoryKind::deepspeed, MemoryKind::pytorch, MemoryKind::adapters}) {
      const double share = test::coverage_of(kind).share();
      qInfo("%s: %.3f", std::string(name_of(kind)).c_str(), share);
      QVERIFY2(share >= 0.78 && share <= 0.89, qPrintable(QString::number(share)));
    }
    QVERIFY(test::coverage_of(MemoryKind::pipelines).share() >= 0.78);
  }

  /// The goal is again four of five; with 7 to 10 sources of a kind, one source decides a sixth of it.
  void likely_ranges_of_plans_without_a_program_hold_most_rows_of_other_sources() {
    for (const MemoryKind kind :
         {MemoryKind::unnamed_deepspeed, MemoryKind::unnamed_pytorch, MemoryKind::unnamed_adapters}) {
      const double share = test::coverage_of(kind).share();
      qInfo("%s: %.3f", std::string(name_of(kind)).c_str(), share);
      QVERIFY2(share >= 0.7, qPrintable(QString::number(share)));
    }
  }
};

ZP_TEST(OddsAccuracyTest)
#include "odds_accuracy_test.moc"
