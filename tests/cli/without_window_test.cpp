// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

/// Tests that a build without the window says so.
class WithoutWindowTest : public QObject {
  Q_OBJECT

 private slots:
  void it_says_so_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no command") << QStringList{};
    QTest::newRow("a file") << QStringList{ZP_SOURCE_DIR "/CMakePresets.json"};
    QTest::newRow("screenshot") << QStringList{"screenshot", "--out", "never-written.png"};
  }
  void it_says_so() {
    QFETCH(QStringList, arguments);
    const Outcome outcome = run_program(arguments);
    QVERIFY2(outcome.status == 2, describe(outcome));
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.contains("this build has no window"), describe(outcome));
  }
};

ZP_TEST(WithoutWindowTest)
#include "without_window_test.moc"
