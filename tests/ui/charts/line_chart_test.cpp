// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/line_chart.h"

#include <QFile>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QToolTip>
#include <QtTest>
#include <cmath>
#include <memory>

#include "line_samples.h"
#include "tests/support/test_main.h"
#include "tests/ui/charts/chart_on_screen.h"
#include "ui/charts/chart_picture.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of the line chart on screen: places, markers, keys, tips and pictures.
class LineChartTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    chart_ = test::chartOnScreen<LineChart>(threeLines(), {900, 320});
    QVERIFY(chart_);
  }
  void cleanup() {
    QToolTip::hideText();
    chart_.reset();
  }

  void equal_ratios_are_equal_distances() {
    for (int c = 2; c < 5; ++c)
      QVERIFY(std::abs(chart_->pointAt(1, c).x() - chart_->pointAt(1, c - 1).x() -
                       (chart_->pointAt(1, 1).x() - chart_->pointAt(1, 0).x())) < 0.01);
    const double up = chart_->pointAt(0, 1).y() - chart_->pointAt(0, 0).y();    // from 80 to 40
    const double down = chart_->pointAt(0, 2).y() - chart_->pointAt(0, 1).y();  // from 40 to 20
    QVERIFY(up > 0 && std::abs(up - down) < 0.01);
  }

  void markers_are_full_where_it_fits_and_hollow_where_not_data() { test::bothThemes(); }
  void markers_are_full_where_it_fits_and_hollow_where_not() {
    QFETCH(bool, dark);
    applyTheme(*qApp, dark ? ThemeChoice::dark : ThemeChoice::light);
    const ThemeColors& colors = dark ? darkTheme() : lightTheme();
    const QImage picture = shot();
    QCOMPARE(picture.pixelColor(chart_->pointAt(0, 1).toPoint()), colors.panel);
    QCOMPARE(picture.pixelColor(chart_->pointAt(1, 1).toPoint()), colors.stages[2]);
    QCOMPARE(picture.pixelColor(chart_->pointAt(2, 3).toPoint()), colors.stages[3]);
    QCOMPARE(picture.pixelColor(2, 2), colors.panel);
  }
  void the_limit_s_words_lie_on_no_curve_data() {
    QTest::addColumn<double>("limit");
    for (const double limit : {12.0, 13.0, 13.5, 14.0, 14.5, 22.0, 33.0, 45.0, 65.0})
      QTest::newRow(qPrintable(QString::number(limit))) << limit;
  }
  void the_limit_s_words_lie_on_no_curve() {
    QFETCH(double, limit);
    LineChartData data = threeLines();
    data.limit = limit;
    data.limit_text = u"79.2 GiB usable"_s;
    chart_->setData(data);
    const QRectF words = chart_->limitRect();
    QVERIFY(chart_->plotRect().contains(words));
    constexpr int samples = 40;
    for (int s = 0; s < 3; ++s)
      for (int c = 0; c + 1 < 5; ++c) {
        const QPointF from = chart_->pointAt(s, c);
        const QPointF to = chart_->pointAt(s, c + 1);
        if (!std::isfinite(from.y()) || !std::isfinite(to.y())) continue;
        for (int i = 0; i <= samples; ++i)
          QVERIFY(!words.contains(from + (to - from) * i / samples));
      }
  }
  void today_is_a_line_through_the_plot() {
    const QImage picture = shot();
    const QRectF plot = chart_->plotRect();
    const int x = qRound(chart_->itemRect(2).center().x());
    int seen = 0;
    for (int y = qRound(plot.top()) + 2; y < qRound(plot.bottom()) - 2; ++y)
      for (int dx = -2; dx <= 2; ++dx)
        if (isNear(picture.pixelColor(x + dx, y), lightTheme().accent)) {
          ++seen;
          break;
        }
    QVERIFY2(seen > plot.height() * 0.8, qPrintable(QString::number(seen)));
  }

  void words_never_lie_on_each_other_or_outside_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(900, 320), QSize(520, 220), QSize(520, 0)})
      QTest::addRow("%dx%d", size.width(), size.height()) << size;
  }
  void words_never_lie_on_each_other_or_outside() {
    QFETCH(QSize, size);
    chart_->resize(size);
    if (size.height() == 0) chart_->resize(size.width(), chart_->minimumSizeHint().height());
    std::vector<QRectF> words = chart_->usualRects();
    QVERIFY(!words[0].isEmpty());
    QVERIFY(words[3].isEmpty());  // the label of today's value takes its place
    words.push_back(chart_->todayRect());
    words.push_back(chart_->turningRect());
    for (const QRectF& legend : chart_->legendRects())
      words.push_back(legend);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i].isEmpty()) continue;
      QVERIFY(QRectF(chart_->rect()).contains(words[i]));
      for (std::size_t j = 0; j < i; ++j)
        QVERIFY(!words[i].intersects(words[j]));
    }
    QVERIFY(chart_->plotRect().height() >= 80);
  }

  void a_tip_lists_every_line_of_the_column() {
    const QString tip = chart_->tipAt(chart_->pointAt(1, 1) + QPointF(3, 10));
    QVERIFY(tip.contains(u"10 GB/s"));
    for (const char16_t* text : {u"40 s", u"30 s", u"70 s", u"details of &lt;10&gt;", u"ZeRO-1 &lt;b&gt;"})
      QVERIFY2(tip.contains(text), qPrintable(tip));
    QVERIFY(!chart_->tipAt(chart_->pointAt(1, 0)).contains(u"ZeRO-3"));  // this line has a gap here
    QCOMPARE(chart_->tipAt(QPointF(1, 1)), QString());
  }
  void keys_go_from_column_to_column() {
    chart_->setFocus();
    QVERIFY(chart_->accessibleDescription().startsWith(u"100 GB/s: "));  // the keys begin at today's column
    QTest::keyClick(chart_.get(), Qt::Key_Right);
    QVERIFY(chart_->accessibleDescription().startsWith(u"1000 GB/s: ZeRO-1 <b> 16 s, ZeRO-2 11 s"));
    QVERIFY(QToolTip::isVisible());
    QTest::keyClick(chart_.get(), Qt::Key_Home);
    QTest::keyClick(chart_.get(), Qt::Key_Left);
    QVERIFY(chart_->accessibleDescription().startsWith(u"1 GB/s"));
    QTest::keyClick(chart_.get(), Qt::Key_End);
    QVERIFY(chart_->accessibleDescription().startsWith(u"10000 GB/s"));
    QVERIFY(chart_->accessibleDescription().endsWith(u"free from 5,000"));
  }
  void less_data_is_no_trouble() {
    chart_->setFocus();
    QTest::keyClick(chart_.get(), Qt::Key_End);
    chart_->setData({});
    QCOMPARE(chart_->tipAt(QPointF(400, 150)), QString());
    QTest::keyClick(chart_.get(), Qt::Key_Right);
    shot();
    chart_->setData(threeLines());
    QVERIFY(!chart_->tipAt(chart_->pointAt(1, 1)).isEmpty());
  }
  void an_old_plan_is_said_to_be_old() {
    LineChartData data = threeLines();
    data.stale = true;
    data.stale_text = u"showing last valid plan"_s;
    const QImage before = shot();
    chart_->setData(data);
    QVERIFY(shot() != before);
    QVERIFY(chart_->accessibleDescription().startsWith(data.stale_text));
  }

  void pictures_are_light_and_whole() {
    const QImage light = chart_->toImage();
    applyTheme(*qApp, ThemeChoice::dark);
    QApplication::processEvents();
    QCOMPARE(chart_->toImage(), light);
    QCOMPARE(light.pixelColor(2, 2), lightTheme().panel);
    const QByteArray svg = chart_->toFile(PictureFormat::svg);
    QVERIFY(QSvgRenderer(svg).isValid());
    for (const char* text : {"A &lt;title&gt;", "A note", "today: 100 GB/s", "ideal"})
      QVERIFY2(svg.contains(text), text);
    QVERIFY(chart_->toFile(PictureFormat::pdf).startsWith("%PDF"));
    const QTemporaryDir folder;
    QCOMPARE(chart_->exportTo(folder.filePath(u"c.png"_s)), QString());
  }

 private:
  static bool isNear(const QColor& a, const QColor& b) {
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) <
           120;
  }
  QImage shot() { return test::shot(*chart_); }

  std::unique_ptr<LineChart> chart_;
};

ZP_TEST(LineChartTest)
#include "line_chart_test.moc"
