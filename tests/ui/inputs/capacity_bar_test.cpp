// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/capacity_bar.h"

#include <QtTest>

#include "tests/support/test_main.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

class CapacityBarTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { applyTheme(*qApp, ThemeChoice::light); }

  void bar_fills_by_share_and_state_data() {
    QTest::addColumn<double>("used");
    QTest::addColumn<Verdict>("verdict");
    QTest::addColumn<QColor>("at_40_percent");
    QTest::addColumn<QColor>("at_60_percent");
    const ThemeColors& c = lightTheme();
    const QColor track = blend(c.muted, c.panel, 0.25);
    QTest::newRow("half") << 50.0 << Verdict::fits << c.accent << track;
    QTest::newRow("tight") << 95.0 << Verdict::tight << c.tight << c.tight;
    QTest::newRow("over") << 110.0 << Verdict::over << c.over << c.over;
    QTest::newRow("empty") << 0.0 << Verdict::fits << track << track;
  }
  void bar_fills_by_share_and_state() {
    QFETCH(double, used);
    QFETCH(Verdict, verdict);
    CapacityBar bar;
    bar.resize(200, bar.sizeHint().height());
    bar.setAmounts(used, 100, verdict);
    const QImage picture = bar.grab().toImage();
    QTEST(picture.pixelColor(80, 6), "at_40_percent");
    QTEST(picture.pixelColor(120, 6), "at_60_percent");
  }

  void over_capacity_the_bar_marks_the_capacity() {
    CapacityBar bar;
    bar.resize(200, bar.sizeHint().height());
    bar.setAmounts(200, 100, Verdict::over);
    QCOMPARE(bar.grab().toImage().pixelColor(100, 6), themeColors().text);
  }

  void unknown_capacity_draws_an_empty_bar() {
    CapacityBar bar;
    bar.resize(200, bar.sizeHint().height());
    bar.setAmounts(50, 0, Verdict::unknown);
    QVERIFY(bar.grab().toImage().pixelColor(20, 6) != themeColors().accent);
  }

  void the_range_is_a_frame_over_the_bar() {
    CapacityBar bar;
    bar.resize(200, bar.sizeHint().height());
    bar.setAmounts(50, 100, Verdict::fits);
    const QImage before = bar.grab().toImage();
    bar.setRange(45, 60);
    const QImage picture = bar.grab().toImage();
    QCOMPARE(picture.pixelColor(105, 0), themeColors().text);
    QCOMPARE(picture.pixelColor(60, 0), before.pixelColor(60, 0));
    bar.setRange(50, 50);
    QCOMPARE(bar.grab().toImage(), before);
  }
  void a_range_beyond_the_capacity_has_room() {
    CapacityBar bar;
    bar.resize(200, bar.sizeHint().height());
    bar.setAmounts(90, 100, Verdict::tight);
    bar.setRange(80, 125);
    const QImage picture = bar.grab().toImage();
    QCOMPARE(picture.pixelColor(160, 6), themeColors().text);  // the line that marks the capacity
    QCOMPARE(picture.pixelColor(180, 0), themeColors().text);
  }
};

ZP_TEST(CapacityBarTest)
#include "capacity_bar_test.moc"
