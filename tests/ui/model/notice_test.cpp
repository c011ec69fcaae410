// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/notice.h"

#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

class NoticeTest : public QObject {
  Q_OBJECT

 private slots:
  void severities_have_three_levels_data() {
    QTest::addColumn<Severity>("severity");
    QTest::addColumn<NoticeLevel>("level");
    QTest::newRow("refused") << Severity::refused << NoticeLevel::error;
    QTest::newRow("fails later") << Severity::fails_later << NoticeLevel::error;
    QTest::newRow("ignored") << Severity::ignored << NoticeLevel::warning;
    QTest::newRow("slow") << Severity::slow << NoticeLevel::warning;
    QTest::newRow("wasteful") << Severity::wasteful << NoticeLevel::warning;
    QTest::newRow("style") << Severity::style << NoticeLevel::info;
  }
  void severities_have_three_levels() {
    QFETCH(Severity, severity);
    QTEST(levelOf(severity), "level");
  }
};

ZP_TEST(NoticeTest)
#include "notice_test.moc"
