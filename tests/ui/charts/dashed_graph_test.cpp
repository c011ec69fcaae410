// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/dashed_graph.h"

#include <QImage>
#include <QPainter>
#include <QtTest>
#include <cmath>
#include <limits>

#include "tests/support/test_main.h"

using namespace zp;

namespace dashed_graph {

constexpr double no_place = std::numeric_limits<double>::quiet_NaN();

QImage picture(const std::function<void(QPainter&)>& paint) {
  QImage image(220, 140, QImage::Format_Grayscale8);
  image.fill(Qt::white);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  paint(painter);
  return image;
}

/// Returns the mean difference of two pictures, 0 to 255 for each pixel that is not white in the first.
double difference(const QImage& one, const QImage& other) {
  double sum = 0, inked = 0;
  for (int y = 0; y < one.height(); ++y)
    for (int x = 0; x < one.width(); ++x) {
      sum += std::abs(qGray(one.pixel(x, y)) - qGray(other.pixel(x, y)));
      if (qGray(one.pixel(x, y)) < 255) ++inked;
    }
  return sum / inked;
}

}  // namespace dashed_graph

/// The dashes of a chart's lines.
class DashedGraphTest : public QObject {
  Q_OBJECT

 private slots:
  void dashes_and_gaps_take_turns() {
    const QList<QLineF> dashes = dashes_along({{0, 0}, {10, 0}}, {4, 2});
    QCOMPARE(dashes, (QList<QLineF>{{0, 0, 4, 0}, {6, 0, 10, 0}}));
  }

  void a_dash_goes_on_around_a_corner() {
    const QList<QLineF> dashes = dashes_along({{0, 0}, {3, 0}, {3, 3}}, {4, 1});
    QCOMPARE(dashes, (QList<QLineF>{{0, 0, 3, 0}, {3, 0, 3, 1}, {3, 2, 3, 3}}));
  }

  void a_point_without_a_place_leaves_a_gap() {
    const double none = dashed_graph::no_place;
    const QList<QLineF> dashes = dashes_along({{0, 0}, {2, 0}, {3, none}, {4, 0}, {6, 0}}, {9, 1});
    QCOMPARE(dashes, (QList<QLineF>{{0, 0, 2, 0}, {4, 0, 6, 0}}));
  }

  /// The rest of a dash may be too short to move the place on the line, which once held the window up for
  /// ever.
  void lengths_that_no_double_holds_come_to_an_end() {
    const QList<double> pattern{0.1, 0.2, 0.7};
    for (int i = 1; i < 400; ++i) {
      const double x = 1.0 / 3 * i;
      const QList<QLineF> dashes = dashes_along({{0, 0}, {x, 0.1 * i}, {x + 0.1, 1e3}}, pattern);
      QVERIFY(!dashes.isEmpty());
    }
    QVERIFY(dashes_along({{0, 0}, {std::numeric_limits<double>::infinity(), 0}}, pattern).isEmpty());
  }

  void a_pattern_without_a_length_gives_none() {
    QVERIFY(dashes_along({{0, 0}, {10, 0}}, {}).isEmpty());
    QVERIFY(dashes_along({{0, 0}, {10, 0}}, {0, 0}).isEmpty());
  }

  void they_look_like_qts_own_data() {
    QTest::addColumn<Qt::PenStyle>("style");
    QTest::newRow("dashes") << Qt::DashLine;
    QTest::newRow("dots") << Qt::DotLine;
    QTest::newRow("dashes and dots") << Qt::DashDotLine;
  }
  void they_look_like_qts_own() {
    QFETCH(Qt::PenStyle, style);
    const QList<QPointF> points{{10.3, 120}, {60, 40.5}, {120.2, 80}, {205, 12}};
    const QPen pen(Qt::black, 2, style, Qt::FlatCap, Qt::RoundJoin);
    const QImage of_qt = dashed_graph::picture([&](QPainter& painter) {
      painter.setPen(pen);
      painter.drawPolyline(points.data(), static_cast<int>(points.size()));
    });
    const QImage ours = dashed_graph::picture([&](QPainter& painter) {
      QList<double> pattern = pen.dashPattern();
      for (double& length : pattern)
        length *= 2;
      painter.setPen(QPen(Qt::black, 2, Qt::SolidLine, Qt::FlatCap));
      painter.drawLines(dashes_along(points, pattern));
    });
    QVERIFY2(dashed_graph::difference(of_qt, ours) < 8,
             qPrintable(QString::number(dashed_graph::difference(of_qt, ours))));
  }
};

ZP_TEST(DashedGraphTest)
#include "dashed_graph_test.moc"
