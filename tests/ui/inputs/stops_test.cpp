// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/stops.h"

#include <rapidcheck.h>

#include <QtTest>
#include <cmath>

#include "tests/support/test_main.h"

using namespace zp;

namespace {

const std::vector<double> powers{1, 2, 4, 8, 16, 32, 64};
const std::vector<double> sizes{125e6, 350e6, 1.3e9, 7e9, 13e9, 70e9, 175e9, 1e12};

}  // namespace

class StopsTest : public QObject {
  Q_OBJECT

 private slots:
  void position_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("expected");
    QTest::newRow("first") << 1.0 << 0.0;
    QTest::newRow("a stop") << 8.0 << 3.0;
    QTest::newRow("last") << 64.0 << 6.0;
    QTest::newRow("between, halfway in the logarithm") << 8 * std::sqrt(2.0) << 3.5;
    QTest::newRow("below the first is held") << 0.25 << 0.0;
    QTest::newRow("above the last is held") << 1000.0 << 6.0;
    QTest::newRow("not a number goes left") << std::nan("") << 0.0;
  }
  void position() {
    QFETCH(double, value);
    QFETCH(double, expected);
    QVERIFY(std::abs(Stops(powers).position(value) - expected) < 1e-9);
  }

  void linear_spacing_is_halfway_in_the_value() {
    QCOMPARE(Stops({0, 10, 100}, Spacing::linear).position(55), 1.5);
    QCOMPARE(Stops({0, 10, 100}, Spacing::linear).value(1.5), 55.0);
  }

  void value_is_rounded_between_stops_data() {
    QTest::addColumn<double>("multiple");
    QTest::addColumn<double>("expected");
    QTest::newRow("whole") << 1.0 << 5793.0;
    QTest::newRow("multiple of 64") << 64.0 << 5824.0;
    QTest::newRow("three digits") << 0.0 << 5790.0;
  }
  void value_is_rounded_between_stops() {
    QFETCH(double, multiple);
    QFETCH(double, expected);
    const Stops stops({2048, 4096, 8192}, Spacing::logarithmic, multiple);
    QCOMPARE(stops.value(1.5), expected);
    QCOMPARE(stops.value(2), 8192.0);
    QCOMPARE(stops.value(7), 8192.0);
    QCOMPARE(stops.value(-1), 2048.0);
  }

  void step_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("steps");
    QTest::addColumn<double>("expected");
    QTest::newRow("up") << 8.0 << 1 << 16.0;
    QTest::newRow("down") << 8.0 << -1 << 4.0;
    QTest::newRow("three up") << 2.0 << 3 << 16.0;
    QTest::newRow("held at the end") << 32.0 << 3 << 64.0;
    QTest::newRow("held at the start") << 2.0 << -3 << 1.0;
    QTest::newRow("up from just above a stop") << 8.01 << 1 << 16.0;
    QTest::newRow("down from just above a stop") << 8.01 << -1 << 8.0;
    QTest::newRow("up from just below a stop") << 7.99 << 1 << 8.0;
    QTest::newRow("two down from between") << 12.0 << -2 << 4.0;
  }
  void step() {
    QFETCH(double, value);
    QFETCH(int, steps);
    QFETCH(double, expected);
    QCOMPARE(Stops(powers).step(value, steps), expected);
  }

  void position_and_value_undo_each_other() {
    const bool holds = rc::check("value(position(v)) = v, up to the rounding", [](int per_mille) {
      const Stops stops(sizes, Spacing::logarithmic, 0);
      const double at = (std::abs(per_mille) % 7001) / 1000.0;
      const double value = stops.value(at);
      RC_ASSERT(std::abs(stops.value(stops.position(value)) - value) <= 1e-9 * value);
      RC_ASSERT(std::abs(stops.position(value) - at) < 0.02);
    });
    QVERIFY(holds);
  }

  void larger_values_stand_further_right() {
    const bool holds = rc::check("position is monotonic", [](unsigned a, unsigned b) {
      const Stops stops(sizes);
      const double x = 1e6 * (1 + a % 2'000'000);
      const double y = 1e6 * (1 + b % 2'000'000);
      RC_ASSERT((x <= y) == (stops.position(x) <= stops.position(y)) ||
                stops.position(x) == stops.position(y));
    });
    QVERIFY(holds);
  }

  void rounding_to_digits() {
    QCOMPARE(roundedToDigits(6738415616, 3), 6740000000.0);
    QCOMPARE(roundedToDigits(0.012345, 2), 0.012);
    QCOMPARE(roundedToDigits(0, 3), 0.0);
    QCOMPARE(roundedToDigits(-1234, 2), -1200.0);
  }
};

ZP_TEST(StopsTest)
#include "stops_test.moc"
