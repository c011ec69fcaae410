// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/scatter_chart.h"

#include <QSignalSpy>
#include <QSvgRenderer>
#include <QToolTip>
#include <QtTest>
#include <memory>

#include "tests/support/test_main.h"
#include "tests/ui/charts/chart_on_screen.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/label_place.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

/// A line of three points with the best in its middle, the plan as it is, a point that cannot be had, and one
/// beyond the axis.
ScatterChartData samples() {
  ScatterChartData data;
  data.title = u"A title"_s;
  data.stale_text = u"old"_s;
  data.legend = {{u"ZeRO-2"_s, SeriesColor::ofStage(2)}, {u"offloaded"_s, SeriesColor::ofStage(0), true}};
  data.line_name = u"frontier"_s;
  data.points = {{20, 10000, SeriesColor::ofStage(3)},
                 {44, 33000, SeriesColor::ofStage(3)},
                 {70, 34000, SeriesColor::ofStage(2)},
                 {60, 20000, SeriesColor::ofStage(2)},
                 {95, 36000, SeriesColor::ofStage(1), false, true},
                 {500, 1000, SeriesColor::ofStage(0)},
                 {30, 5000, SeriesColor::ofStage(2), true}};
  data.line_count = 3;
  data.best = 1;
  data.present = 3;
  data.best_text = u"best"_s;
  data.present_text = u"this plan"_s;
  data.upper_x = 110;
  data.upper_y = 36000;
  data.x_title = u"GiB"_s;
  data.y_title = u"tokens per second"_s;
  data.capacity = 80;
  data.capacity_text = u"80 GiB usable"_s;
  data.beyond_text = u"runs out of memory"_s;
  data.most_x.text = u"at most"_s;
  data.y_limit.text = u"at least"_s;
  data.spoken = u"three on the line"_s;
  data.tip = [](int point) { return u"<b>point %1</b>"_s.arg(point); };
  data.words = [](int point) { return u"point %1"_s.arg(point); };
  return data;
}

}  // namespace

/// Tests of the scatter chart on screen: places, marks, mouse, keys, limits and pictures.
class ScatterChartTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    chart_ = test::chartOnScreen<ScatterChart>(samples(), {600, 400});
    QVERIFY(chart_);
  }
  void cleanup() {
    QToolTip::hideText();
    chart_.reset();
  }

  void equal_differences_are_equal_distances() {
    const QRectF plot = chart_->plotRect();
    const double gib = (chart_->placeOf(1).x() - chart_->placeOf(0).x()) / 24;
    QVERIFY(std::abs(chart_->placeOf(0).x() - 20 * gib - plot.left()) < 0.01);
    QVERIFY(std::abs(chart_->placeOf(3).x() - 60 * gib - plot.left()) < 0.01);
    QVERIFY(chart_->placeOf(2).y() < chart_->placeOf(1).y());
  }
  void words_never_lie_on_each_other_or_outside_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("same");
    for (const QSize size : {QSize(700, 420), QSize(340, 220)})
      for (const bool same : {false, true})
        QTest::addRow("%dx%d%s", size.width(), size.height(), same ? " side by side" : "") << size << same;
  }
  void words_never_lie_on_each_other_or_outside() {
    QFETCH(QSize, size);
    QFETCH(bool, same);
    ScatterChartData data = samples();
    if (same) data.points[3] = {45, 33000, SeriesColor::ofStage(2)};
    data.most_x.at = 50;
    data.y_limit.at = 8000;
    chart_->resize(size);
    chart_->setData(data);
    const std::vector<QRectF> words = chart_->wordRects();
    QVERIFY(words.size() >= 4);
    for (std::size_t i = 0; i < words.size(); ++i) {
      QVERIFY(chart_->plotRect().contains(words[i]));
      for (std::size_t j = 0; j < i; ++j)
        QVERIFY(!words[i].intersects(words[j]));
      for (int p = 0; p < data.line_count; ++p)
        QVERIFY(!words[i].contains(chart_->placeOf(p)));
    }
  }
  void a_label_takes_the_place_that_covers_least() {
    const QRectF bounds(0, 0, 200, 200);
    const std::vector<QPointF> crowd = {{100, 80}, {100, 82}};
    const QRectF below = labelPlace({100, 100}, 10, {40, 16}, bounds, {}, crowd);
    QVERIFY(below.top() >= 110 && below.center().x() == 100);
    const QRectF all[] = {bounds};
    QVERIFY(labelPlace({100, 100}, 10, {40, 16}, bounds, all, {}).isEmpty());
  }
  void what_cannot_be_had_is_fainter_and_what_is_offloaded_hollow() {
    const QImage picture = shot();
    QCOMPARE(picture.pixelColor(chart_->placeOf(3).toPoint()), lightTheme().stages[2]);
    QVERIFY(picture.pixelColor(chart_->placeOf(4).toPoint()) != lightTheme().stages[1]);
    QCOMPARE(picture.pixelColor(chart_->placeOf(6).toPoint()), lightTheme().panel);
  }
  void the_region_beyond_the_capacity_is_shaded_data() { test::bothThemes(); }
  void the_region_beyond_the_capacity_is_shaded() {
    QFETCH(bool, dark);
    applyTheme(*qApp, dark ? ThemeChoice::dark : ThemeChoice::light);
    const QImage picture = shot();
    const QPointF inside = chart_->plotRect().center();
    QVERIFY(picture.pixelColor(QPointF(chart_->plotRect().right() - 4, inside.y() + 3).toPoint()) !=
            picture.pixelColor(QPointF(chart_->plotRect().left() + 4, inside.y() + 3).toPoint()));
  }

  void hovering_tells_and_a_click_chooses() {
    QCOMPARE(chart_->tipAt(chart_->placeOf(3) + QPointF(2, 2)), u"<b>point 3</b>"_s);
    QCOMPARE(chart_->tipAt(chart_->plotRect().topLeft() + QPointF(3, 3)), QString());
    QSignalSpy chosen(chart_.get(), &Chart::activated);
    QTest::mouseClick(chart_.get(), Qt::LeftButton, {}, chart_->placeOf(6).toPoint());
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.front().front().toInt(), 6);
    QTest::mouseClick(chart_.get(), Qt::LeftButton, {},
                      chart_->plotRect().topLeft().toPoint() + QPoint(4, 4));
    QCOMPARE(chosen.count(), 1);
  }
  void keys_walk_the_line_and_return_chooses() {
    QSignalSpy chosen(chart_.get(), &Chart::activated);
    chart_->setFocus();
    QVERIFY(chart_->accessibleDescription().startsWith(u"point 1"));  // point 1 is the best
    QTest::keyClick(chart_.get(), Qt::Key_Right);
    QVERIFY(chart_->accessibleDescription().startsWith(u"point 2"));
    QVERIFY(QToolTip::isVisible());
    QTest::keyClick(chart_.get(), Qt::Key_Right);
    QVERIFY(chart_->accessibleDescription().startsWith(u"point 2"));  // the line ends
    QTest::keyClick(chart_.get(), Qt::Key_Home);
    QVERIFY(chart_->accessibleDescription().startsWith(u"point 0"));
    QCOMPARE(chosen.count(), 0);
    QTest::keyClick(chart_.get(), Qt::Key_Return);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.front().front().toInt(), 0);
  }

  void ctrl_click_and_p_mark_a_point_and_choose_none() {
    QSignalSpy chosen(chart_.get(), &Chart::activated);
    QSignalSpy marked(chart_.get(), &ScatterChart::markRequested);
    QTest::mouseClick(chart_.get(), Qt::LeftButton, Qt::ControlModifier, chart_->placeOf(6).toPoint());
    chart_->setFocus();
    QTest::keyClick(chart_.get(), Qt::Key_Home);
    QTest::keyClick(chart_.get(), Qt::Key_P);
    QCOMPARE(chosen.count(), 0);
    QCOMPARE(marked.count(), 2);
    QCOMPARE(marked[0].front().toInt(), 6);
    QCOMPARE(marked[1].front().toInt(), 0);
  }

  void a_limit_follows_the_hand_and_a_double_click_takes_it_away() {
    QSignalSpy moved(chart_.get(), &ScatterChart::limitsMoved);
    const QPoint grip = chart_->mostGrip().center().toPoint();
    QTest::mousePress(chart_.get(), Qt::LeftButton, {}, grip);
    QTest::mouseMove(chart_.get(), QPoint(qRound(chart_->placeOf(3).x()), grip.y()));
    QTest::mouseRelease(chart_.get(), Qt::LeftButton, {}, QPoint(qRound(chart_->placeOf(3).x()), grip.y()));
    QVERIFY(moved.count() > 0);
    QVERIFY(std::abs(moved.back()[0].toDouble() - 60) < 1);
    QCOMPARE(moved.back()[1].toDouble(), 0.0);
    QVERIFY(std::abs(chart_->data().most_x.at - 60) < 1);
    QTest::mouseDClick(chart_.get(), Qt::LeftButton, {}, chart_->mostGrip().center().toPoint());
    QCOMPARE(moved.back()[0].toDouble(), 0.0);
    QTest::mousePress(chart_.get(), Qt::LeftButton, {}, chart_->yGrip().center().toPoint());
    QTest::mouseMove(chart_.get(),
                     QPoint(qRound(chart_->yGrip().center().x()), qRound(chart_->placeOf(3).y())));
    QVERIFY(std::abs(moved.back()[1].toDouble() - 20000) < 400);
    QCOMPARE(moved.back()[0].toDouble(), 0.0);
  }
  void keys_move_the_limits_too() {
    QSignalSpy moved(chart_.get(), &ScatterChart::limitsMoved);
    chart_->setFocus();
    QTest::keyClick(chart_.get(), Qt::Key_Left, Qt::ShiftModifier);
    QVERIFY(moved.back()[0].toDouble() < 80 && moved.back()[0].toDouble() > 60);
    QTest::keyClick(chart_.get(), Qt::Key_Up, Qt::ShiftModifier);
    QVERIFY(moved.back()[1].toDouble() > 0);
    QTest::keyClick(chart_.get(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(moved.back()[1].toDouble(), 0.0);
    QTest::keyClick(chart_.get(), Qt::Key_Home, Qt::ShiftModifier);
    QCOMPARE(moved.back()[0].toDouble(), 0.0);
  }

  void a_band_reaches_its_share_beside_the_diagonal() {
    ScatterChartData data;
    data.is_logarithmic = true;
    data.lower_x = data.lower_y = 1;
    data.upper_x = data.upper_y = 100;
    data.x_text = data.y_text = [](double at) { return QString::number(at); };
    data.bands = {{0.5, u"within 50"_s}};
    data.points = {{10, 13, {}}, {10, 20, {}}, {10, 8, {}}, {10, 5, {}}};
    for (ScatterPoint& point : data.points)
      point.radius = 0.01;
    chart_->setData(data);
    const QImage picture = shot();
    const auto near = [&](int point) {
      return picture.pixelColor((chart_->placeOf(point) + QPointF(5, 0)).toPoint());
    };
    QCOMPARE(near(1), lightTheme().panel);
    QCOMPARE(near(3), lightTheme().panel);
    QVERIFY(near(0) != lightTheme().panel);
    QCOMPARE(near(2), near(0));
    QCOMPARE(chart_->legendRects().size(), 1U);
  }
  void without_limits_there_is_nothing_to_drag_and_keys_go_through_all_points() {
    ScatterChartData data = samples();
    data.has_limits = false;
    data.walks_all = true;
    chart_->setData(data);
    QVERIFY(chart_->mostGrip().isEmpty() && chart_->yGrip().isEmpty());
    QSignalSpy moved(chart_.get(), &ScatterChart::limitsMoved);
    chart_->setFocus();
    QTest::keyClick(chart_.get(), Qt::Key_Left, Qt::ShiftModifier);
    QTest::keyClick(chart_.get(), Qt::Key_End);
    QVERIFY(chart_->accessibleDescription().startsWith(u"point 6"));
    QCOMPARE(moved.count(), 0);
  }

  void less_data_is_no_trouble() {
    chart_->setFocus();
    QTest::keyClick(chart_.get(), Qt::Key_End);
    chart_->setData({});
    QCOMPARE(chart_->tipAt(QPointF(300, 150)), QString());
    QTest::keyClick(chart_.get(), Qt::Key_Right);
    QTest::keyClick(chart_.get(), Qt::Key_Return);
    shot();
    chart_->setData(samples());
    QVERIFY(!chart_->tipAt(chart_->placeOf(1)).isEmpty());
  }
  void pictures_are_light_and_whole() {
    const QImage light = chart_->toImage();
    applyTheme(*qApp, ThemeChoice::dark);
    QApplication::processEvents();
    QCOMPARE(chart_->toImage(), light);
    const QByteArray svg = chart_->toFile(PictureFormat::svg);
    QVERIFY(QSvgRenderer(svg).isValid());
    for (const char* text : {"A title", "this plan", "best", "frontier", "80 GiB usable"})
      QVERIFY2(svg.contains(text), text);
  }

 private:
  QImage shot() { return test::shot(*chart_); }

  std::unique_ptr<ScatterChart> chart_;
};

ZP_TEST(ScatterChartTest)
#include "scatter_chart_test.moc"
