// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bar_chart.h"

#include <QWindow>
#include <QtTest>

#include "tests/support/test_main.h"
#include "tests/ui/charts/chart_on_screen.h"
#include "tests/ui/charts/chart_samples.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

/// Invented data: seconds of three strategies, the last hopelessly slow.
BarChartData seconds() {
  BarChartData data;
  for (std::size_t s = 0; s < chart_time_count; ++s)
    data.series.push_back({nameOf(static_cast<ChartTime>(s)), static_cast<ChartTime>(s)});
  for (const double factor : {1.0, 2.0, 60.0}) {
    BarRow row;
    row.label = u"Strategy"_s;
    for (const double part : {1.0, 0.3, 0.2, 0.1})
      row.parts.push_back({part * factor, QString::number(part * factor), {}});
    row.verdict = Verdict::fits;
    row.total_text = QString::number(row.total()) + u" s"_s;
    data.rows.push_back(row);
  }
  data.longest = 8;
  return data;
}

/// The share of a segment's pixels that have exactly its colour, 0 to 1.
double share(const QImage& picture, const QRectF& segment, const QColor& color) {
  int all = 0;
  int same = 0;
  for (int y = qRound(segment.top()) + 2; y < qRound(segment.bottom()) - 2; ++y)
    for (int x = qRound(segment.left()) + 2; x < qRound(segment.right()) - 2; ++x, ++all)
      same += picture.pixelColor(x, y) == color;
  return all > 0 ? static_cast<double>(same) / all : 0;
}

}  // namespace

/// Tests of a bar chart that shows something other than memory.
class BarChartTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    applyTheme(*qApp, ThemeChoice::light);
    chart_ = std::make_unique<BarChart>();
    chart_->resize(800, 260);
  }
  void cleanup() { chart_.reset(); }

  void segments_have_the_colours_of_time() {
    chart_->setBars(seconds());
    chart_->show();
    const QImage picture = test::shot(*chart_);
    for (int s = 0; s < static_cast<int>(chart_time_count); ++s) {
      const QRectF segment = chart_->partRect(1, s);
      QVERIFY(segment.width() > 4);
      QCOMPARE(picture.pixelColor(segment.center().toPoint()),
               lightTheme().times[static_cast<std::size_t>(s)]);
    }
  }
  void a_hatched_row_is_hatched_from_its_beginning() {
    BarChartData data = seconds();
    data.rows[1].hatched = true;
    data.rows[1].verdict = Verdict::over;
    data.rows[1].lack_text = u"does not fit"_s;
    chart_->setBars(data);
    chart_->show();
    const QImage picture = test::shot(*chart_);
    QVERIFY(share(picture, chart_->partRect(0, 0), lightTheme().times[0]) > 0.99);
    QVERIFY(share(picture, chart_->partRect(1, 0), lightTheme().times[0]) < 0.9);
    QVERIFY(chart_->tipAt(chart_->totalRect(1).center()).contains(u"does not fit"));
  }
  void one_hopeless_bar_does_not_shrink_the_others() {
    chart_->setBars(seconds());
    QVERIFY(chart_->partRect(0, 0).width() > 40);
    QCOMPARE(chart_->partRect(2, 3), QRectF());  // beyond the axis
    BarChartData whole = seconds();
    whole.longest = 0;
    chart_->setBars(whole);
    QVERIFY(chart_->partRect(0, 0).width() < 15);
  }
  void a_range_lies_below_its_bar_and_hides_nothing_of_it() {
    BarChartData data = seconds();
    data.rows[1].low = data.rows[1].total() * 0.9;
    data.rows[1].high = data.rows[1].total() * 1.2;
    data.longest = 0;
    chart_->setBars(data);
    chart_->show();
    const QImage picture = test::shot(*chart_);
    for (int s = 0; s < static_cast<int>(chart_time_count); ++s) {
      const QRectF part = chart_->partRect(1, s);
      if (part.width() < 8) continue;
      QVERIFY(share(picture, part, lightTheme().times[static_cast<std::size_t>(s)]) > 0.99);
    }
  }

  void bars_move_to_new_lengths_where_widgets_move() {
    const auto chart = test::chartOnScreen<MemoryChart>(eightStrategies(), QSize(700, 420));
    QVERIFY(chart);
    const QRectF before = chart->partRect(1, 0), wide = chart->partRect(1, 5);
    const QPointF inside = wide.center();
    const QColor color = test::shot(*chart).pixelColor(inside.toPoint());
    chart->setMotion(100'000);  // as slow as a test needs
    chart->setData(withSecondRow(0.5));
    QVERIFY(chart->partRect(1, 0).width() < 0.6 * before.width());     // the place is the new one
    QCOMPARE(test::shot(*chart).pixelColor(inside.toPoint()), color);  // the bar is still on its way
    chart->setData(withSecondRow(0.4));                                // more data do not wait
    QCOMPARE(test::shot(*chart).pixelColor(inside.toPoint()), lightTheme().panel);
    chart->setMotion(1);
    chart->setData(eightStrategies());
    QTRY_COMPARE(test::shot(*chart).pixelColor(inside.toPoint()), color);
  }
  void bars_do_not_move_without_a_screen_or_while_something_is_dragged() {
    const auto chart = test::chartOnScreen<MemoryChart>(eightStrategies(), QSize(700, 420));
    QVERIFY(chart);
    const QPointF inside = chart->partRect(1, 5).center();
    const bool is_offscreen = QGuiApplication::platformName() == u"offscreen";
    if (is_offscreen) {
      chart->setData(withSecondRow(0.5));
      QCOMPARE(test::shot(*chart).pixelColor(inside.toPoint()), lightTheme().panel);
      chart->setData(eightStrategies());
    }
    chart->setMotion(100'000);
    QTest::mousePress(chart->windowHandle(), Qt::LeftButton, {}, QPoint(2, 2));
    chart->setData(withSecondRow(0.5));
    QCOMPARE(test::shot(*chart).pixelColor(inside.toPoint()), lightTheme().panel);
    QTest::mouseRelease(chart->windowHandle(), Qt::LeftButton, {}, QPoint(2, 2));
  }

 private:
  /// Returns the eight strategies, of which the second needs so much of its memory.
  static MemoryChartData withSecondRow(double share) {
    MemoryChartData data = eightStrategies();
    for (double& part : data.rows[1].gib)
      part *= share;
    return data;
  }
  std::unique_ptr<BarChart> chart_;
};

ZP_TEST(BarChartTest)
#include "bar_chart_test.moc"
