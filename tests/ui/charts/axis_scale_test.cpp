// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/axis_scale.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

#include "tests/support/test_main.h"
#include "ui/charts/legend_layout.h"

using namespace zp;

class AxisScaleTest : public QObject {
  Q_OBJECT

 private slots:
  void scale_data() {
    QTest::addColumn<double>("needed");
    QTest::addColumn<double>("upper");
    QTest::addColumn<double>("step");
    QTest::newRow("a tenth") << 0.09 << 0.1 << 0.02;
    QTest::newRow("one") << 1.0 << 1.0 << 0.2;
    QTest::newRow("three") << 2.9 << 3.0 << 0.5;
    QTest::newRow("ten") << 10.0 << 10.0 << 2.0;
    QTest::newRow("thirty") << 30.0 << 30.0 << 5.0;
    QTest::newRow("sixty") << 60.0 << 60.0 << 10.0;
    QTest::newRow("the mock") << 140.0 << 150.0 << 25.0;
    QTest::newRow("just above a step") << 150.1 << 175.0 << 25.0;
    QTest::newRow("four hundred") << 400.0 << 400.0 << 100.0;
    QTest::newRow("thousands") << 1300.0 << 1500.0 << 250.0;
    QTest::newRow("nothing") << 0.0 << 0.001 << 0.0002;
  }
  void scale() {
    QFETCH(double, needed);
    QFETCH(double, upper);
    QFETCH(double, step);
    const AxisScale scale = axisScale(needed);
    QVERIFY2(std::abs(scale.upper - upper) < 1e-9 * upper, qPrintable(QString::number(scale.upper)));
    QVERIFY2(std::abs(scale.step - step) < 1e-9 * step, qPrintable(QString::number(scale.step)));
  }

  void it_always_holds_what_is_needed_in_few_steps() {
    for (double needed = 0.01; needed < 1e5; needed *= 1.013) {
      const AxisScale scale = axisScale(needed);
      QVERIFY(scale.upper >= needed * (1 - 1e-9));
      QVERIFY(scale.upper / scale.step <= 7 + 1e-9);
      QVERIFY(scale.upper - needed < scale.step * (1 + 1e-6));
    }
  }

  void it_does_not_move_while_bars_move_a_little() { QCOMPARE(axisScale(126), axisScale(149)); }

  void span_leaves_room_for_the_text_behind_a_bar() {
    const BarExtent bars[] = {{100, 150}};
    QVERIFY(std::abs(neededSpan(bars, 0, 600) - 100 / 0.75) < 1e-9);
  }

  void span_holds_the_limit() {
    const BarExtent bars[] = {{10, 0}};
    QVERIFY(neededSpan(bars, 80, 600) > 80);
  }

  void a_hopeless_bar_does_not_shrink_the_others() {
    const BarExtent bars[] = {{1200, 50}, {60, 50}};
    QCOMPARE(neededSpan(bars, 80, 600), 1.5 * 80.0);
  }

  void where_all_are_hopeless_the_shortest_is_shown_whole() {
    const BarExtent bars[] = {{1200, 0}, {900, 0}};
    QCOMPARE(neededSpan(bars, 80, 600), 900.0);
  }

  void a_narrow_chart_does_not_give_everything_to_text() {
    const BarExtent bars[] = {{100, 500}};
    QVERIFY(neededSpan(bars, 0, 300) < 200);
  }

  void legend_on_one_line_where_it_fits() {
    const auto places = zp::legendLayout({100, 80, 120}, 20, 400);
    QCOMPARE(places.size(), 3U);
    QCOMPARE(places[2].top(), 0.0);
    QVERIFY(places[1].left() >= places[0].right() + 12);
    QVERIFY(places[2].right() <= 400);
  }

  void legend_in_equal_columns_where_it_does_not() {
    const auto places = zp::legendLayout({100, 80, 120, 90, 110, 70, 85}, 20, 640);
    QCOMPARE(places[0].top(), places[3].top());
    QCOMPARE(places[4].top(), 20.0);
    QCOMPARE(places[4].left(), places[0].left());
    QCOMPARE(places[6].left(), places[2].left());
    for (const QRectF& place : places)
      QVERIFY(place.right() <= 640);
  }

  void legend_columns_keep_their_distance_where_they_just_fit() {
    const auto places = zp::legendLayout({120, 120, 120, 120}, 20, 3 * 120 + 2 * 12);
    QCOMPARE(places[2].top(), 20.0);  // two lines of two
    const auto tight = zp::legendLayout({120, 120, 120, 120, 120, 120}, 20, 3 * 120 + 2 * 12);
    QCOMPARE(tight[2].top(), 0.0);  // two lines of three
    QVERIFY(tight[1].left() >= tight[0].right() + 12);
    QVERIFY(tight[2].right() <= 3 * 120 + 2 * 12);
  }

  void legend_in_one_column_at_worst() {
    const auto places = zp::legendLayout({100, 80}, 20, 50);
    QCOMPARE(places[1], QRectF(0, 20, 80, 20));
    QVERIFY(zp::legendLayout({}, 20, 50).empty());
  }

  void a_longest_bar_takes_the_place_of_the_limit() {
    const std::vector<BarExtent> bars = {{1, 0}, {2, 0}, {50, 0}};
    QCOMPARE(neededSpan(bars, 0, 600, 5), 5.0);
    QVERIFY(neededSpan(bars, 0, 600) > 49);
  }

  void log_ends_data() {
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("most");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<int>("ticks");
    QTest::newRow("within a decade") << 1.3 << 7.0 << 1.0 << 10.0 << 4;
    QTest::newRow("at ticks") << 2.0 << 50.0 << 2.0 << 50.0 << 5;
    QTest::newRow("below one") << 0.03 << 0.4 << 0.02 << 0.5 << 5;
    QTest::newRow("one value") << 3.0 << 3.0 << 2.0 << 5.0 << 2;
    QTest::newRow("one value at a tick") << 5.0 << 5.0 << 5.0 << 10.0 << 2;
    QTest::newRow("many decades: powers of ten") << 0.5 << 3e6 << 0.5 << 5e6 << 7;
  }
  void log_ends() {
    QFETCH(double, least);
    QFETCH(double, most);
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(int, ticks);
    const LogScale scale = logScale(least, most);
    QVERIFY2(std::abs(scale.low / low - 1) < 1e-9, qPrintable(QString::number(scale.low)));
    QVERIFY2(std::abs(scale.high / high - 1) < 1e-9, qPrintable(QString::number(scale.high)));
    QCOMPARE(static_cast<int>(scale.ticks.size()), ticks);
    QVERIFY(std::is_sorted(scale.ticks.begin(), scale.ticks.end()));
  }
};

ZP_TEST(AxisScaleTest)
#include "axis_scale_test.moc"
