// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "chart_samples.h"
#include "tests/support/test_main.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests that no part is cut off and no two parts overlap, at the sizes a window can have.
class ChartLayoutTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }

  void everything_has_its_place_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("factor");
    QTest::addColumn<bool>("all");
    QTest::newRow("1280 window") << QSize(890, 500) << 1.0 << false;
    QTest::newRow("1024 window") << QSize(640, 410) << 1.0 << false;
    QTest::newRow("1024 window, fourteen rows") << QSize(640, 410) << 1.0 << true;
    QTest::newRow("tiny amounts") << QSize(640, 410) << 0.01 << false;
    QTest::newRow("huge amounts") << QSize(640, 410) << 40.0 << false;
    QTest::newRow("some hopeless") << QSize(640, 410) << 4.0 << true;
    QTest::newRow("large screen") << QSize(1800, 1100) << 1.0 << false;
  }
  void everything_has_its_place() {
    QFETCH(QSize, size);
    QFETCH(double, factor);
    QFETCH(bool, all);
    MemoryChart chart;
    chart.resize(size);
    chart.setData(scaled(all ? fourteenStrategies() : eightStrategies(), factor));
    chart.show();
    const QRectF whole(chart.rect());
    QVERIFY(chart.minimumSizeHint().width() <= size.width());
    QVERIFY2(chart.minimumSizeHint().height() <= size.height(),
             qPrintable(QString::number(chart.minimumSizeHint().height())));
    for (int row = 0; row < static_cast<int>(chart.bars().rows.size()); ++row) {
      const QString name = chart.bars().rows[static_cast<std::size_t>(row)].label;
      QVERIFY2(whole.contains(chart.labelRect(row)), qPrintable(name));
      QVERIFY2(whole.contains(chart.totalRect(row)), qPrintable(name));
      QVERIFY(!chart.labelRect(row).intersects(chart.partRect(row, 0)));
      QVERIFY2(chart.itemRect(row).height() >= chart.labelRect(row).height(), qPrintable(name));
      if (row > 0) QVERIFY(chart.itemRect(row).top() >= chart.itemRect(row - 1).bottom() - 1e-6);
    }
    const auto legend = chart.legendRects();
    QCOMPARE(legend.size(), chart_component_count);
    for (std::size_t i = 0; i < legend.size(); ++i) {
      QVERIFY(whole.contains(legend[i]));
      QVERIFY(legend[i].bottom() <= chart.itemRect(0).top());
      for (std::size_t j = 0; j < i; ++j)
        QVERIFY(!legend[i].intersects(legend[j]));
    }
  }

  void the_legend_takes_two_lines_at_640_pixels_and_one_at_890() {
    QCOMPARE(legendLines(640), 2);
    QCOMPARE(legendLines(890), 1);
  }

  void totals_stand_behind_their_bars() {
    MemoryChart chart;
    chart.resize(640, 410);
    for (double factor = 0.1; factor < 0.9; factor += 0.01) {  // bars of every length below a clipped one
      chart.setData(scaled(eightStrategies(), factor));
      for (int row = 0; row < 8; ++row)
        QVERIFY(chart.totalRect(row).left() > chart.partRect(row, 6).right() + 6);
    }
  }

  void selecting_a_row_moves_no_bar() {
    MemoryChart chart;
    chart.resize(640, 410);
    MemoryChartData data = eightStrategies();
    chart.setData(data);
    const QRectF before = chart.partRect(5, 3);
    data.rows[2].selected = false;
    data.rows[7].selected = true;  // this row has the longest label, which becomes bold
    chart.setData(data);
    QCOMPARE(chart.partRect(5, 3), before);
  }

  void few_rows_do_not_get_fat() {
    MemoryChart chart;
    chart.resize(900, 700);
    MemoryChartData data = eightStrategies();
    data.rows.resize(2);
    chart.setData(data);
    QVERIFY(chart.partRect(0, 0).height() <= 34);
    QVERIFY(chart.itemRect(0).height() <= 56);
  }

  void painted_text_stays_inside() {
    // A frame of panel colour remains all round: no glyph, tint or bar is cut by the edge.
    MemoryChart chart;
    chart.resize(640, 410);
    chart.setData(scaled(fourteenStrategies(), 3));
    chart.show();
    for (int turn = 0; turn < 3; ++turn)
      QApplication::processEvents();
    const QImage picture = chart.grab().toImage();
    for (int x = 0; x < picture.width(); ++x)
      for (const int y : {0, 1, picture.height() - 2, picture.height() - 1})
        QCOMPARE(picture.pixelColor(x, y), lightTheme().panel);
    for (int y = 0; y < picture.height(); ++y)
      for (const int x : {0, picture.width() - 1})
        QCOMPARE(picture.pixelColor(x, y), lightTheme().panel);
  }

 private:
  static int legendLines(int width) {
    MemoryChart chart;
    chart.resize(width, 410);
    chart.setData(eightStrategies());
    chart.show();
    QSet<double> tops;
    for (const QRectF& place : chart.legendRects())
      tops.insert(place.top());
    return static_cast<int>(tops.size());
  }
};

ZP_TEST(ChartLayoutTest)
#include "chart_layout_test.moc"
