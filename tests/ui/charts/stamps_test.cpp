// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/stamps.h"

#include <QBuffer>
#include <QPdfWriter>
#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr Stamps::Kind see_through{0, false, 0x80000000};
constexpr Stamps::Kind other{1, false, 0x80000000};

/// A half-transparent square that counts how often it is painted.
struct Square {
  int times = 0;
  Stamps::Paint paint() {
    return [this](QPainter& painter, QPointF at) {
      ++times;
      painter.fillRect(QRectF(at.x() - 2, at.y() - 2, 4, 4), QColor(0, 0, 0, 128));
    };
  }
};

}  // namespace

class StampsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_kind_is_painted_once_and_marks_that_coincide_once() {
    QImage image(40, 40, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    Square square, second;
    QPainter painter(&image);
    Stamps stamps(painter, QString::fromLatin1(QTest::currentTestFunction()), 4);
    for (const QPointF at : {QPointF(10, 10), QPointF(10.3, 9.8), QPointF(30, 10)})
      stamps.put(see_through, at, square.paint());
    stamps.put(other, {10, 30}, second.paint());
    stamps.put(see_through, {10, 30}, square.paint());
    painter.end();
    QCOMPARE(square.times, 1);
    QCOMPARE(second.times, 1);
    QCOMPARE(image.pixelColor(10, 10), image.pixelColor(30, 10));
    QVERIFY(image.pixelColor(10, 30).lightness() < image.pixelColor(10, 10).lightness());  // two overlap
    QCOMPARE(image.pixelColor(20, 20), QColor(Qt::white));
  }

  void the_next_painting_has_the_picture_at_hand() {
    QImage image(40, 40, QImage::Format_ARGB32_Premultiplied);
    Square square, in_another_theme;
    for (int painting = 0; painting < 2; ++painting) {
      QPainter painter(&image);
      Stamps stamps(painter, QString::fromLatin1(QTest::currentTestFunction()), 4);
      stamps.put(see_through, {10, 10}, square.paint());
      Stamps::Kind on_dark = see_through;
      on_dark.ground = 0xff101010;
      stamps.put(on_dark, {10, 10}, in_another_theme.paint());
    }
    QCOMPARE(square.times, 1);
    QCOMPARE(in_another_theme.times, 1);
  }

  void on_a_screen_of_more_pixels_it_is_as_sharp_as_that() {
    QImage image(80, 80, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(2);
    image.fill(Qt::white);
    Square square;
    QPainter painter(&image);
    Stamps stamps(painter, QString::fromLatin1(QTest::currentTestFunction()), 4);
    stamps.put(see_through, {10.5, 10}, square.paint());
    painter.end();
    QCOMPARE(image.pixelColor(17, 20), image.pixelColor(24, 20));
    QCOMPARE(image.pixelColor(16, 20), QColor(Qt::white));
    QCOMPARE(image.pixelColor(25, 20), QColor(Qt::white));
  }

  void a_picture_of_vectors_has_every_mark() {
    QBuffer file;
    QVERIFY(file.open(QIODevice::WriteOnly));
    QPdfWriter pdf(&file);
    QPainter painter(&pdf);
    Stamps stamps(painter, QString::fromLatin1(QTest::currentTestFunction()), 4);
    Square square;
    stamps.put(see_through, {10, 10}, square.paint());
    stamps.put(see_through, {10, 10}, square.paint());
    QCOMPARE(square.times, 2);
  }
};

ZP_TEST(StampsTest)
#include "stamps_test.moc"
