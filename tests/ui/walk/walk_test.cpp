// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include "tests/support/share.h"
#include "tests/support/test_main.h"
#include "tests/ui/walk/child.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of a walk through the whole window, on a real screen under a window manager.
class WalkTest : public QObject {
  Q_OBJECT

 private slots:
  void nothing_is_wrong_on_a_walk_through_the_window_data() {
    QTest::addColumn<QString>("theme");
    QTest::newRow("light") << u"light"_s;
    if (test::all_cases()) QTest::newRow("dark") << u"dark"_s;
  }
  void nothing_is_wrong_on_a_walk_through_the_window() {
    QFETCH(QString, theme);
    constexpr int patience = 280'000;
    const QTemporaryDir folder;
    const walk::Outcome outcome = walk::runWalk({u"walk"_s, theme, folder.path()}, patience);
    const QString problem = outcome.problem();
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    // Prints how much was seen; the child prints the items of each list, indented.
    for (const QString& line : outcome.out.split(u'\n', Qt::SkipEmptyParts))
      if (!line.startsWith(u' ')) qInfo("%s", qPrintable(line));
  }
};

ZP_TEST(WalkTest)
#include "walk_test.moc"
