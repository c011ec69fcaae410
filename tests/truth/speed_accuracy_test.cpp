// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>
#include <set>

#include "core/speed/range.h"
#include "tests/support/test_main.h"
#include "tests/truth/published/speed_tables.h"
#include "tests/truth/published/time_residuals.h"

using namespace zp;

namespace {

const Accuracy& clock_accuracy() {
  static const Accuracy accuracy = test::speed_accuracy();
  return accuracy;
}

}  // namespace

/// Tests of the clock against published measurements. The limits are the figures reached, rounded up: they
/// may only get better.
class SpeedAccuracyTest : public QObject {
  Q_OBJECT

 private slots:
  void errors_do_not_grow_data() {
    QTest::addColumn<QString>("table");
    QTest::addColumn<int>("rows");
    QTest::addColumn<double>("median");
    QTest::addColumn<double>("p90");
    // step_b had 14.1 % until FSDP's step no longer copied 16-bit weights that it does not have.
    // step_offload had 99 rows until those of ZeRO-Offload's Figure 14 were found to accumulate. step and
    // step_offload had 21.3 and 51 % until fsdp_qlora's LoRA runs stated the adapters they really had.
    // step's 90th percentile was 15.9 %: written-out scores of GPT-2 and BERT are counted as transformers
    // runs them, one kernel after another, which runs of 2021 on V100 show less; it was 16.1 % until the
    // products over narrow heads waited for the scores in memory, which brought the median down, and 16.3 %
    // until memory and host took the figures that their micro-benchmarks have. Then eight rows whose kernels
    // are short became rows bound by the host; step_host had 12 and 42 % without them, and with a host as
    // fast as that of Qwen's README, which has six of its rows. ZeRO-Offload's and ZeRO++'s V100 were up to 2
    // points nearer at the 90th percentile while their memory was counted too slow.
    for (const auto& [table, rows, median, p90] :
         {std::tuple{"step", 219, 0.05, 0.147}, std::tuple{"step_offload", 84, 0.115, 0.37},
          std::tuple{"step_host", 20, 0.19, 0.53}, std::tuple{"step_moe", 6, 0.03, 0.05},
          std::tuple{"step_b", 52, 0.15, 0.42}, std::tuple{"step_pipeline", 90, 0.137, 0.325},
          std::tuple{"megatron_zero3", 4, 0.33, 0.45}, std::tuple{"zeropp", 22, 0.155, 0.34},
          std::tuple{"collectives", 62, 0.08, 0.30}, std::tuple{"cpu_adam", 10, 0.011, 0.066},
          std::tuple{"host_link", 1, 0.035, 0.035}})
      QTest::newRow(table) << table << rows << median << p90;
  }

  void errors_do_not_grow() {
    QFETCH(QString, table);
    QFETCH(int, rows);
    QFETCH(double, median);
    QFETCH(double, p90);
    const std::string worse =
        test::grown(test::table_named(clock_accuracy(), table.toStdString()), rows, median, p90);
    QVERIFY2(worse.empty(), worse.c_str());
  }

  void half_of_the_sources_are_met_within_a_tenth() {
    QVERIFY2(
        test::median_over_sources(test::table_named(clock_accuracy(), "step")) <= 0.10,
        qPrintable(QString::number(test::median_over_sources(test::table_named(clock_accuracy(), "step")))));
  }

  void stage_3_is_said_to_be_slower_where_it_was() {
    for (const AccuracyRow& row : test::table_named(clock_accuracy(), "slowdown").rows)
      if (row.quality != "C")  // runs of one user on two GPUs; links and release are unknown
        QVERIFY2((row.measured > 1) == (row.predicted > 1), (row.id + " " + row.configuration).c_str());
  }

  /// The regimes of the pairs differ: small models on cards whose hosts are slower than any that is counted,
  /// the optimizer in host memory, and large models on GPUs.
  void what_stage_3_costs_by_regime_data() {
    QTest::addColumn<QString>("mark");
    QTest::addColumn<int>("rows");
    QTest::addColumn<double>("median");
    QTest::newRow("small models, host not stated") << "Titan RTX" << 4 << 0.47;
    QTest::newRow("optimizer in host memory") << "optimizer on cpu" << 7 << 0.12;
    QTest::newRow("large models on GPUs") << "GPT-like 10B" << 1 << 0.03;
  }
  void what_stage_3_costs_by_regime() {
    QFETCH(QString, mark);
    QFETCH(int, rows);
    QFETCH(double, median);
    std::vector<double> errors;
    for (const AccuracyRow& row : test::table_named(clock_accuracy(), "slowdown").rows)
      if (row.configuration.find(mark.toStdString()) != std::string::npos)
        errors.push_back(std::abs(row.error));
    QCOMPARE(static_cast<int>(errors.size()), rows);
    std::ranges::sort(errors);
    const double reached = errors[errors.size() / 2];
    QVERIFY2(reached <= median, qPrintable(QString::number(reached)));
  }

  /// If this fails, the clock or the rows have changed: build the target `accuracy`, then the program again.
  void the_ranges_in_core_are_those_of_the_rows() {
    const std::vector<KindOfRange> made = test::time_ranges();
    for (std::size_t i = 0; i < run_kind_count; ++i)
      QVERIFY2(made[i] == ranges_of(static_cast<RunKind>(i)),
               std::string(name_of(static_cast<RunKind>(i))).c_str());
  }

  void ranges_hold_about_four_of_five_rows_of_other_sources() {
    for (std::size_t i = 0; i < run_kind_count; ++i) {
      const auto kind = static_cast<RunKind>(i);
      if (!range_of(kind, false).is_known()) continue;
      const double share = test::coverage_of(kind).share();
      QVERIFY2(share >= 0.77 && share <= 0.88,
               qPrintable(QString::number(share) + QString::fromStdString(std::string(name_of(kind)))));
    }
  }

  void kinds_with_few_rows_have_no_range() {
    for (const RunKind kind : {RunKind::mixtures, RunKind::qlora, RunKind::reinforcement,
                               RunKind::nvme_offload, RunKind::other_vendors}) {
      QVERIFY(!range_of(kind, true).is_known() && !range_of(kind, false).is_known());
      QVERIFY(ranges_of(kind).rows < fewest_runs);
    }
  }

  /// A plan on one node that says which kernels run. On several nodes the goal of ±25 % is missed: blind rows
  /// took up to 2.6 times the estimate.
  void stated_plans_have_narrow_ranges() {
    const SecondsRange one = range_of(RunKind::one_node, true), many = range_of(RunKind::many_nodes, true);
    QVERIFY((one.high - one.low) / 2 <= 0.20);
    QVERIFY((many.high - many.low) / 2 <= 0.57);
  }

  void every_row_is_compared_or_left_out_with_a_reason() {
    std::set<std::string> seen = test::compared_ids(clock_accuracy());
    for (const AccuracyLeftOut& left : clock_accuracy().left_out) {
      QVERIFY2(!left.reason.empty(), left.id.c_str());
      seen.insert(left.id);
    }
    for (const test::Published& published : test::all_published_runs())
      QVERIFY2(seen.contains(published.id), published.id.c_str());
  }

  /// If this fails, the clock has changed: build the target `accuracy` and look at the changed figures.
  void the_table_in_resources_is_this_one() {
    QVERIFY2(test::is_in_resources(clock_accuracy(), "speed.json"),
             "resources/accuracy/speed.json is out of date");
  }

  void cleanupTestCase() {
    for (const AccuracyTable& table : clock_accuracy().tables)
      qInfo("%s\n    %s", test::summary(table).c_str(), table.note.c_str());
  }
};

ZP_TEST(SpeedAccuracyTest)
#include "speed_accuracy_test.moc"
