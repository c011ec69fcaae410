// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/test_main.h"
#include "tests/ui/walk/child.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests that each checker of the walk finds its fault, in a small window that has that fault.
class PlantedTest : public QObject {
  Q_OBJECT

 private slots:
  void a_planted_fault_is_found_data() {
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("told");
    QTest::newRow("crash") << u"crash"_s << u"the walk crashed"_s;
    QTest::newRow("warning") << u"warning"_s << u"FAULT Qt warning: "_s;
    QTest::newRow("focus") << u"focus"_s << u"FAULT focus: Tab goes from "_s;
    QTest::newRow("clipped") << u"clipped"_s << u"FAULT clipped: QPushButton at 260,60 100×30 is cut off"_s;
    QTest::newRow("computes") << u"computes"_s << u"FAULT stall: the event loop computed for"_s;
    QTest::newRow("sleeps") << u"sleeps"_s << u"FAULT stall: the event loop slept for"_s;
  }
  void a_planted_fault_is_found() {
    QFETCH(QString, fault);
    QFETCH(QString, told);
    const QString problem = walk::runWalk({u"planted"_s, fault}, patience).problem();
    QVERIFY2(problem.contains(told), qPrintable(problem));
    QCOMPARE(problem.count(u"FAULT"_s), fault == u"crash" ? 0 : 1);
  }
  void a_window_without_fault_has_none() {
    const QString problem = walk::runWalk({u"planted"_s, u"none"_s}, patience).problem();
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
  }

 private:
  static constexpr int patience = 60'000;
};

ZP_TEST(PlantedTest)
#include "planted_test.moc"
