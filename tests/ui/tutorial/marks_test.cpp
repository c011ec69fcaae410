// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tutorial/marks.h"

#include <QPainter>
#include <QtTest>

#include "tests/support/test_main.h"
#include "ui/theme/theme.h"

using namespace zp;

/// Tests of the frames and numbers that are drawn on pictures.
class MarksTest : public QObject {
  Q_OBJECT

 private slots:
  void a_number_hides_neither_a_control_nor_another_number() {
    const QImage picture = ground();
    const std::vector<Mark> marks = {{{40, 60, 200, 30}, 1}, {{40, 92, 200, 30}, 2}, {{40, 124, 200, 30}, 3}};
    const std::vector<QRectF> numbers = placeNumbers(picture, marks);
    for (std::size_t i = 0; i < marks.size(); ++i) {
      QVERIFY(QRectF(picture.rect()).contains(numbers[i]));
      for (std::size_t j = 0; j < marks.size(); ++j) {
        if (i == j) continue;
        QVERIFY(!numbers[i].intersects(marks[j].control));
        QVERIFY(!numbers[i].intersects(numbers[j]));
      }
    }
  }
  void a_number_stands_where_nothing_is() {
    QImage picture = ground();
    QPainter painter(&picture);
    painter.fillRect(QRect(0, 0, 300, 100), QBrush(Qt::black, Qt::Dense4Pattern));  // ink everywhere above
    painter.end();
    QVERIFY(placeNumbers(picture, {{{40, 60, 200, 60}, 1}})[0].top() >= 100);
  }
  void a_frame_without_a_number_has_none() {
    QVERIFY(placeNumbers(ground(), {{{40, 60, 200, 30}, 0}})[0].isEmpty());
  }
  void frame_and_number_have_the_colour_of_marks() {
    QImage picture = ground();
    paintMarks(picture, {{{40, 60, 100, 30}, 1}}, lightTheme());
    QCOMPARE(picture.pixelColor(90, 58), lightTheme().mark);
    const QRectF number = placeNumbers(ground(), {{{40, 60, 100, 30}, 1}})[0];
    QCOMPARE(picture.pixelColor((number.topLeft() + QPointF(4, 11)).toPoint()), lightTheme().mark);
  }
  void a_frame_stays_in_the_picture() {
    QVERIFY(QRectF(0, 0, 300, 200).contains(frameOf({0, 0, 300, 20}, {300, 200})));
  }

 private:
  static QImage ground() {
    QImage picture(300, 200, QImage::Format_RGB32);
    picture.fill(Qt::white);
    return picture;
  }
};

ZP_TEST(MarksTest)
#include "marks_test.moc"
