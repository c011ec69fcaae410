// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/dashes.h"

#include <QtTest>
#include <limits>

#include "tests/support/test_main.h"

using namespace zp;

namespace {
constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
}

class DashesTest : public QObject {
  Q_OBJECT

 private slots:
  void dashes_and_gaps_take_turns() {
    const QVector<QLineF> expected = {{0, 0, 4, 0}, {6, 0, 10, 0}, {12, 0, 13, 0}};
    QCOMPARE(dashesOf({{0, 0}, {13, 0}}, {4, 2}), expected);
  }

  void a_dash_goes_on_round_a_corner_in_one_piece() {
    const QVector<QLineF> expected = {{0, 0, 3, 1}, {3, 3, 3, 4}};
    QCOMPARE(dashesOf({{0, 0}, {3, 0}, {3, 4}}, {4, 2}), expected);
  }

  void a_pattern_of_two_dashes_takes_turns_in_four() {
    const QVector<QLineF> expected = {{0, 0, 4, 0}, {6, 0, 7, 0}, {9, 0, 13, 0}};
    QCOMPARE(dashesOf({{0, 0}, {13, 0}}, {4, 2, 1, 2}), expected);
  }

  void behind_a_point_that_is_none_the_pattern_begins_anew() {
    const QVector<QLineF> expected = {{0, 0, 3, 0}, {10, 0, 14, 0}};
    QCOMPARE(dashesOf({{0, 0}, {3, 0}, {nowhere, nowhere}, {10, 0}, {15, 0}}, {4, 2}), expected);
  }

  void without_lengths_or_points_there_are_none() {
    QVERIFY(dashesOf({{0, 0}, {13, 0}}, {}).isEmpty());
    QVERIFY(dashesOf({{0, 0}, {13, 0}}, {4, 0}).isEmpty());
    QVERIFY(dashesOf({}, {4, 2}).isEmpty());
    QVERIFY(dashesOf({{1, 1}}, {4, 2}).isEmpty());
  }
};

ZP_TEST(DashesTest)
#include "dashes_test.moc"
