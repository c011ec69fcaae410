// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/time_parts.h"

#include <QSet>
#include <QtTest>

#include "core/search/candidates.h"
#include "tests/support/test_main.h"
#include "ui/model/plan_results.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

class TimePartsTest : public QObject {
  Q_OBJECT

 private slots:
  void every_part_has_a_name_of_its_own() {
    QSet<QString> names;
    for (std::size_t i = 0; i < time_part_count; ++i)
      names.insert(nameOf(chartTimeOf(static_cast<TimePart>(i))));
    QCOMPARE(names.size(), static_cast<qsizetype>(chart_time_count));
    QVERIFY(!names.contains(QString()));
  }
  void every_resource_bounds_by_a_name_of_its_own() {
    QSet<QString> names;
    for (std::size_t i = 0; i < resource_count; ++i)
      names.insert(boundText(static_cast<Resource>(i)));
    QCOMPARE(names.size(), static_cast<qsizetype>(resource_count));
    QVERIFY(!names.contains(QString()));
  }

  void spread_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QString>("text");
    QTest::newRow("even") << 1.5 << 2.5 << u"±25\u202F%"_s;
    QTest::newRow("nearly even") << 1.6 << 2.48 << u"±22\u202F%"_s;
    QTest::newRow("leaning") << 1.6 << 2.8 << u"−20/+40\u202F%"_s;
  }
  void spread() {
    QFETCH(double, low);
    QFETCH(double, high);
    StepTime time;
    time.total = 2;
    time.range = {low, high};
    QTEST(spreadText(time), "text");
  }

  void slowdown_data() {
    QTest::addColumn<double>("slowdown");
    QTest::addColumn<QString>("text");
    QTest::newRow("the fastest") << 1.0 << u"fastest"_s;
    QTest::newRow("would be faster, but does not fit") << 0.9 << u"×0.9"_s;
    QTest::newRow("slower") << 1.3412 << u"×1.34"_s;
    QTest::newRow("much slower") << 12.52 << u"×12.5"_s;
    QTest::newRow("unknown") << 0.0 << QString();
  }
  void slowdown() {
    QFETCH(double, slowdown);
    QTEST(slowdownText(slowdown), "text");
  }
  void slowdowns_are_against_the_fastest_that_fits() {
    const PlanResults results = computeResults(example_plan(), {});
    double least = 1000;
    for (const Candidate& candidate : results.evaluation.candidates)
      if (candidate.estimate.fits()) least = std::min(least, candidate.slowdown);
    QCOMPARE(least, 1.0);
    PlanDocument hopeless = example_plan();
    hopeless.plan.training.micro_batch_size = 4096;
    for (const Candidate& candidate : computeResults(hopeless, {}).evaluation.candidates)
      QCOMPARE(candidate.slowdown, 0.0);
  }

  void counts_are_short_data() {
    QTest::addColumn<double>("count");
    QTest::addColumn<QString>("text");
    QTest::newRow("small") << 500.0 << u"500"_s;
    QTest::newRow("round") << 20'000.0 << u"20\u202Fk"_s;
    QTest::newRow("not round") << 19'100.0 << u"19.1\u202Fk"_s;
    QTest::newRow("a zero within") << 1.05e6 << u"1.05\u202FM"_s;
  }
  void counts_are_short() {
    QFETCH(double, count);
    QTEST(shortCountText(count), "text");
  }
  void rates_keep_their_decimals() {
    QCOMPARE(tokenRateText(0.327), u"0.327 tok/s"_s);
    QCOMPARE(tokenRateText(19'000), u"19.0\u202Fk tok/s"_s);
  }

  void a_run_says_what_is_stated() {
    Plan plan = example_plan().plan;
    const auto run_of = [&](double step_seconds) {
      return whole_run(plan, checkpoint_times(plan, saved_checkpoint(plan), step_seconds), step_seconds);
    };
    QCOMPARE(runText(plan, run_of(2)), QString());
    plan.training.tokens = 1e9;
    const QString bare = runText(plan, run_of(2));
    QVERIFY(bare.contains(u"GPU\u00A0hours") && bare.contains(u"of\u00A0it\u00A0training"));
    QVERIFY(!bare.contains(u"kWh") && !bare.contains(u"price"));
    plan.cluster.gpu_hour_price = 2;
    plan.cluster.gpu_watts = 400;
    const QString whole = runText(plan, run_of(2));
    QVERIFY(whole.contains(u"kWh") && whole.contains(u"price"));
    QCOMPARE(runText(plan, run_of(0)), QString());
  }
};

ZP_TEST(TimePartsTest)
#include "time_parts_test.moc"
