// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QMenu>
#include <QRubberBand>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>
#include <cmath>

#include "tests/support/test_main.h"
#include "tests/ui/charts/chart_on_screen.h"
#include "tests/ui/charts/chart_samples.h"
#include "tests/ui/charts/line_samples.h"
#include "ui/charts/axis_scale.h"
#include "ui/charts/axis_span.h"
#include "ui/charts/line_chart.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/scatter_chart.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

/// Turns the wheel over the chart; returns false if the chart leaves that to what is around it.
bool turnWheel(QWidget& chart, QPointF pos, int notches, Qt::KeyboardModifiers modifiers) {
  QWheelEvent event(pos, chart.mapToGlobal(pos), {}, QPoint(0, 120 * notches), Qt::NoButton, modifiers,
                    Qt::NoScrollPhase, false);
  event.ignore();
  QCoreApplication::sendEvent(&chart, &event);
  return event.isAccepted();
}

void drawBand(QWidget& chart, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
  QTest::mousePress(&chart, Qt::LeftButton, modifiers, from);
  QTest::mouseMove(&chart, (from + to) / 2);
  QTest::mouseMove(&chart, to);
  QTest::mouseRelease(&chart, Qt::LeftButton, modifiers, to);
}

bool isShown(const QWidget& chart) {
  const auto* button = chart.findChild<QToolButton*>(u"zoomAll"_s);
  return button != nullptr && button->isVisible();
}

ScatterChartData fourPoints() {
  ScatterChartData data;
  for (const double x : {10.0, 30.0, 60.0, 90.0})
    data.points.push_back({x, x * 100, SeriesColor::ofStage(2)});
  data.walks_all = true;
  data.upper_x = 100;
  data.upper_y = 10'000;
  data.x_title = u"GiB"_s;
  data.y_title = u"tokens/s"_s;
  return data;
}

}  // namespace

/// Tests that a part of a chart can be shown by wheel, mouse and keys, and all of it again.
class ZoomTest : public QObject {
  Q_OBJECT

 private slots:
  void a_part_keeps_its_place_within_the_whole() {
    const AxisSpan whole{0, 100};
    QCOMPARE(partOf(whole, whole, 0.25, 0.5), (AxisSpan{25, 50}));
    QCOMPARE(partOf({25, 50}, whole, -1, 2), (AxisSpan{0, 75}));
    QCOMPARE(partOf({80, 100}, whole, 0.5, 1.5), (AxisSpan{80, 100}));  // moved back in
    QCOMPARE(partOf({25, 50}, whole, -3, 4), whole);
    const AxisSpan least = partOf({25, 50}, whole, 0.5, 0.5);
    QVERIFY(std::abs(least.high - least.low - 0.5) < 1e-9);
  }
  void a_part_of_a_logarithmic_axis_is_a_ratio() {
    const AxisSpan whole{1, 10'000, true};
    const AxisSpan half = partOf(whole, whole, 0.25, 0.75);
    QVERIFY(std::abs(half.low - 10) < 1e-9 && std::abs(half.high - 1000) < 1e-6);
  }
  void a_short_part_of_a_logarithmic_axis_has_round_ticks() {
    QCOMPARE(ticksWithin(1, 100), (std::vector<double>{1, 2, 5, 10, 20, 50, 100}));
    QCOMPARE(ticksWithin(21, 29), (std::vector<double>{21, 22, 23, 24, 25, 26, 27, 28, 29}));
    QVERIFY(ticksWithin(101.2, 101.9).size() >= 2);
  }

  void the_wheel_with_ctrl_zooms_bars_around_the_mouse() {
    const auto chart = test::chartOnScreen<MemoryChart>(eightStrategies(), QSize(700, 420));
    QVERIFY(chart);
    const QSignalSpy chosen(chart.get(), &Chart::activated);
    const QRectF before = chart->partRect(2, 2);  // a segment of the chosen row
    const QPointF edge(before.right(), before.center().y());
    QVERIFY(turnWheel(*chart, edge, 1, Qt::ControlModifier));
    const QRectF after = chart->partRect(2, 2);
    QVERIFY(after.width() > 1.4 * before.width());
    QVERIFY(std::abs(after.right() - edge.x()) < 1);  // the value under the mouse has stayed
    QVERIFY(isShown(*chart));
    QVERIFY(chart->accessibleDescription().contains(u"0 shows all"));
    QVERIFY(chosen.isEmpty());
    chart->setData(eightStrategies());  // new figures keep the part shown
    QCOMPARE(chart->partRect(2, 2), after);
    QTest::mouseClick(chart->findChild<QToolButton*>(u"zoomAll"_s), Qt::LeftButton);
    QCOMPARE(chart->partRect(2, 2), before);
    QVERIFY(!isShown(*chart));
  }
  void bars_and_the_limit_stay_within_the_plot() {
    const auto chart = test::chartOnScreen<MemoryChart>(eightStrategies(), QSize(700, 420));
    QVERIFY(chart);
    const double left = chart->partRect(2, 0).left();
    const QRectF last = chart->partRect(1, 6);
    for (int notch = 0; notch < 6; ++notch)
      turnWheel(*chart, QPointF(last.center()), 1, Qt::ControlModifier);
    for (int row = 0; row < 8; ++row)
      for (int part = 0; part < 7; ++part)
        if (const QRectF rect = chart->partRect(row, part); !rect.isEmpty())
          QVERIFY2(rect.left() >= left - 0.5 && rect.right() <= chart->width(),
                   qPrintable(QString::number(row)));
    QVERIFY(chart->partRect(2, 0).isEmpty());  // it begins and ends before what is shown
    const QImage image = test::shot(*chart);
    QCOMPARE(image.pixelColor((chart->partRect(1, 6).center() * image.devicePixelRatio()).toPoint()),
             lightTheme().component(ChartComponent::overhead));
  }
  void the_wheel_alone_moves_along_and_leaves_the_end_to_the_page() {
    const auto chart = test::chartOnScreen<MemoryChart>(eightStrategies(), QSize(700, 420));
    QVERIFY(chart);
    const QPointF at = chart->partRect(1, 3).center();
    QVERIFY(!turnWheel(*chart, at, -1, Qt::NoModifier));  // all is shown
    QVERIFY(turnWheel(*chart, at, 2, Qt::ControlModifier));
    const QRectF before = chart->partRect(1, 3);
    QVERIFY(turnWheel(*chart, at, -1, Qt::NoModifier));
    QVERIFY(chart->partRect(1, 3).left() < before.left());
    int turns = 0;
    while (turnWheel(*chart, at, 1, Qt::NoModifier))
      QVERIFY(++turns < 100);
  }

  void a_band_is_drawn_where_nothing_would_be_chosen_and_a_double_click_shows_all() {
    const auto chart = test::chartOnScreen<LineChart>(threeLines(), QSize(700, 420));
    QVERIFY(chart);
    const QRectF second = chart->itemRect(1), third = chart->itemRect(2);
    drawBand(*chart, QPoint(int(second.left()), int(second.top()) + 40),
             QPoint(int(third.right()), int(third.top()) + 140));
    QVERIFY(isShown(*chart));
    QVERIFY(chart->itemRect(1).width() > 1.5 * second.width());
    QVERIFY(!chart->findChild<QRubberBand*>()->isVisible());
    QTest::mouseDClick(chart.get(), Qt::LeftButton, {}, chart->itemRect(2).center().toPoint());
    QCOMPARE(chart->itemRect(1), second);
  }
  void a_band_over_bars_needs_shift_and_chooses_nothing() {
    const auto chart = test::chartOnScreen<MemoryChart>(eightStrategies(), QSize(700, 420));
    QVERIFY(chart);
    const QSignalSpy chosen(chart.get(), &Chart::activated);
    const QRectF before = chart->partRect(4, 2);
    drawBand(*chart, QPoint(int(before.left()), int(before.top())),
             QPoint(int(before.right()) + 60, int(before.top()) + 5), Qt::ShiftModifier);
    QVERIFY(isShown(*chart));
    QVERIFY(chosen.isEmpty());
    QVERIFY(chart->partRect(4, 2).width() > 2 * before.width());
    QTest::mouseClick(chart.get(), Qt::LeftButton, {}, chart->partRect(4, 2).center().toPoint());
    QCOMPARE(chosen.size(), 1);
  }
  void escape_gives_a_band_up() {
    const auto chart = test::chartOnScreen<LineChart>(threeLines(), QSize(700, 420));
    QVERIFY(chart);
    const QPoint from = chart->itemRect(1).center().toPoint(), to = chart->itemRect(3).center().toPoint();
    QTest::mousePress(chart.get(), Qt::LeftButton, {}, from);
    QTest::mouseMove(chart.get(), to);
    QTest::keyClick(chart.get(), Qt::Key_Escape);
    QTest::mouseRelease(chart.get(), Qt::LeftButton, {}, to);
    QVERIFY(!isShown(*chart));
  }

  void keys_zoom_around_the_item_and_bring_the_next_one_in() {
    const auto chart = test::chartOnScreen<ScatterChart>(fourPoints(), QSize(600, 400));
    QVERIFY(chart);
    chart->setFocus();
    QTest::keyClick(chart.get(), Qt::Key_Home);
    const QPointF first = chart->placeOf(0);
    for (int i = 0; i < 4; ++i)
      QTest::keyClick(chart.get(), Qt::Key_Plus);
    QVERIFY(isShown(*chart));
    QVERIFY((chart->placeOf(1) - chart->placeOf(0)).x() > 3 * 90);
    QVERIFY(chart->plotRect().contains(chart->placeOf(0)));
    QVERIFY(!chart->plotRect().contains(chart->placeOf(3)));
    QTest::keyClick(chart.get(), Qt::Key_End);
    QVERIFY(chart->plotRect().contains(chart->placeOf(3)));
    QTest::keyClick(chart.get(), Qt::Key_Minus);
    QVERIFY(isShown(*chart));
    QTest::keyClick(chart.get(), Qt::Key_0);
    QVERIFY(!isShown(*chart));
    QCOMPARE(chart->placeOf(0), first);
  }
  void a_chart_without_values_has_nothing_to_zoom() {
    ScatterChart chart;
    chart.resize(600, 400);
    chart.show();
    turnWheel(chart, QPointF(300, 200), 1, Qt::ControlModifier);
    QVERIFY(!isShown(chart));
  }
  void the_menu_zooms_too() {
    const auto chart = test::chartOnScreen<LineChart>(threeLines(), QSize(700, 420));
    QVERIFY(chart);
    const auto menu = [&chart] {
      QContextMenuEvent event(QContextMenuEvent::Mouse, chart->rect().center(),
                              chart->mapToGlobal(chart->rect().center()));
      QCoreApplication::sendEvent(chart.get(), &event);
      return chart->findChildren<QMenu*>().last();
    };
    QMenu* first = menu();
    QVERIFY(!first->findChild<QAction*>(u"showAll"_s)->isEnabled());
    first->findChild<QAction*>(u"zoomIn"_s)->trigger();
    QVERIFY(isShown(*chart));
    first->close();
    menu()->findChild<QAction*>(u"showAll"_s)->trigger();
    QVERIFY(!isShown(*chart));
  }
  void a_picture_has_all_of_the_chart() {
    const auto chart = test::chartOnScreen<MemoryChart>(eightStrategies(), QSize(700, 420));
    QVERIFY(chart);
    const QImage whole = chart->toImage();
    QTest::keyClick(chart.get(), Qt::Key_Plus);
    QVERIFY(isShown(*chart));
    QCOMPARE(chart->toImage(), whole);
  }
};

ZP_TEST(ZoomTest)
#include "zoom_test.moc"
