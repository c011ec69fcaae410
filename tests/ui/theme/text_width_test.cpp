// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/text_width.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QtMath>
#include <QtTest>

#include "tests/support/test_main.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

class TextWidthTest : public QObject {
  Q_OBJECT

 private slots:
  /// The fonts include those whose digits differ in width, such as a 1 narrower than a 0.
  void is_what_the_font_says_in_every_font_data() {
    QTest::addColumn<QFont>("font");
    QFont large = tabularFont(QApplication::font());
    large.setPointSizeF(large.pointSizeF() * 1.7);
    QFont bold = tabularFont(QApplication::font());
    bold.setBold(true);
    QTest::newRow("tabular") << tabularFont(QApplication::font());
    QTest::newRow("large") << large;
    QTest::newRow("bold") << bold;
    const QStringList families = QFontDatabase::families();
    for (qsizetype i = 0; i < families.size(); i += std::max<qsizetype>(1, families.size() / 20))
      QTest::newRow(qPrintable(families[i])) << QFont(families[i], 11);
  }
  void is_what_the_font_says_in_every_font() {
    QFETCH(QFont, font);
    for (const QString& text :
         {u"ZeRO-3 · all→CPU"_s, u"111.1"_s, u"128.4"_s, u"128.1"_s, u"7.4, 1.1 fi"_s, u"−3.07 GiB"_s, u""_s})
      for (int time = 0; time < 2; ++time)  // measured first, then known
        QCOMPARE(textWidth(font, text), qCeil(QFontMetricsF(font).horizontalAdvance(text)));
  }

  void what_has_no_room_ends_with_an_ellipsis() {
    const QFont font = tabularFont(QApplication::font());
    const QString text = u"ZeRO-3 · opt→CPU · micro batch 1 × 16"_s;
    const int width = textWidth(font, text);
    QCOMPARE(elidedText(font, text, width), text);
    for (const int room : {width - 1, width / 2, width / 3})
      for (int time = 0; time < 2; ++time)
        QCOMPARE(elidedText(font, text, room), QFontMetricsF(font).elidedText(text, Qt::ElideRight, room));
  }
};

ZP_TEST(TextWidthTest)
#include "text_width_test.moc"
