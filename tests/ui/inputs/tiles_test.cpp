// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/test_main.h"
#include "ui/inputs/capacity_bar.h"
#include "ui/inputs/verdict_tile.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

class TilesTest : public QObject {
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
    QTEST(picture.pixelColor(80, 3), "at_40_percent");
    QTEST(picture.pixelColor(120, 3), "at_60_percent");
  }

  void over_capacity_the_bar_marks_the_capacity() {
    CapacityBar bar;
    bar.resize(200, bar.sizeHint().height());
    bar.setAmounts(200, 100, Verdict::over);
    QCOMPARE(bar.grab().toImage().pixelColor(100, 3), themeColors().text);
  }

  void unknown_capacity_draws_an_empty_bar() {
    CapacityBar bar;
    bar.resize(200, bar.sizeHint().height());
    bar.setAmounts(50, 0, Verdict::unknown);
    QVERIFY(bar.grab().toImage().pixelColor(20, 3) != themeColors().accent);
  }

  void status_has_glyph_word_and_colour_data() {
    QTest::addColumn<Verdict>("verdict");
    QTest::addColumn<QString>("glyph");
    QTest::newRow("fits") << Verdict::fits << u"✓"_s;
    QTest::newRow("tight") << Verdict::tight << u"⚠"_s;
    QTest::newRow("over") << Verdict::over << u"✗"_s;
    QTest::newRow("unknown") << Verdict::unknown << u"–"_s;
  }
  void status_has_glyph_word_and_colour() {
    QFETCH(Verdict, verdict);
    QFETCH(QString, glyph);
    VerdictTile tile(u"gpu"_s, u"GPU memory"_s);
    tile.setStatus(verdict, u"words"_s);
    tile.resize(tile.sizeHint());
    const QLabel* status = labelWith(tile, u"words"_s);
    QVERIFY(status);
    QCOMPARE(status->text(), glyph + u" words"_s);
    QCOMPARE(status->palette().color(QPalette::WindowText), themeColors().state(verdict));
    QVERIFY(tile.accessibleDescription().contains(glyph + u" words"_s));
    tile.setStale(true);
    QCOMPARE(status->palette().color(QPalette::WindowText), themeColors().muted);
  }

  void colours_follow_the_theme() {
    VerdictTile tile(u"gpu"_s, u"GPU memory"_s);
    tile.setStatus(Verdict::over, u"too much"_s);
    tile.show();
    tile.hide();  // as in a tab that is not in front
    applyTheme(*qApp, ThemeChoice::dark);
    QApplication::processEvents();
    const QLabel* status = labelWith(tile, u"too much"_s);
    QCOMPARE(status->palette().color(QPalette::WindowText), darkTheme().over);
  }

  void a_long_value_gets_smaller_then_shorter() {
    VerdictTile tile(u"cpu"_s, u"CPU"_s);
    tile.setValue(u"189.7 / 1,024 GiB"_s, u"189.7 GiB"_s);
    tile.resize(tile.sizeHint());
    tile.show();
    QVERIFY(labelWith(tile, u"/ 1,024 GiB"_s));
    const double large = labelWith(tile, u"/ 1,024 GiB"_s)->font().pointSizeF();
    tile.resize(tile.width() - 10, tile.height());
    QVERIFY(labelWith(tile, u"/ 1,024 GiB"_s)->font().pointSizeF() < large);
    tile.resize(tile.minimumSizeHint());
    QVERIFY(!labelWith(tile, u"/ 1,024 GiB"_s));
    QVERIFY(labelWith(tile, u"189.7 GiB"_s));
    QVERIFY(tile.accessibleDescription().contains(u"189.7 / 1,024 GiB"));
  }

  void short_texts_stand_where_the_full_ones_do_not_fit() {
    VerdictTile tile(u"time"_s, u"Step time (estimate)"_s);
    tile.setShortCaption(u"Step time"_s);
    tile.setValue(u"3.42 s"_s);
    tile.setStatus(Verdict::none, u"compute-bound, give or take a quarter"_s, u"±25 %"_s);
    tile.resize(tile.sizeHint());
    tile.show();
    QVERIFY(labelWith(tile, u"(estimate)"_s));
    QVERIFY(labelWith(tile, u"compute-bound"_s));
    const int least = tile.minimumSizeHint().width();
    QVERIFY(least < tile.sizeHint().width());
    tile.resize(least, tile.height());
    QVERIFY(!labelWith(tile, u"(estimate)"_s));
    QCOMPARE(tile.minimumSizeHint().width(), least);  // the same whichever text stands
    QCOMPARE(tile.accessibleName(), u"Step time (estimate)"_s);
    for (const QLabel* label : tile.findChildren<QLabel*>())
      QVERIFY(label->fontMetrics().horizontalAdvance(label->text()) <= label->width());
  }

  void four_tiles_fit_a_narrow_window() {
    QWidget strip;
    auto* line = new QHBoxLayout(&strip);
    line->setContentsMargins(0, 0, 0, 0);
    for (const char* caption : {"GPU memory", "CPU memory / node", "Step time (estimate)", "Throughput"}) {
      auto* tile = new VerdictTile(QString::fromLatin1(caption), QString::fromLatin1(caption));
      tile->setShortCaption(u"Short"_s);
      tile->setValue(u"1,179 / 1,024 GiB"_s);
      tile->setAmounts(1179, 1024);
      tile->setStatus(Verdict::over, u"Does not fit, 155 GiB over"_s, u"155 GiB over"_s);
      line->addWidget(tile, 1);
    }
    QVERIFY2(strip.minimumSizeHint().width() <= 640,
             qPrintable(QString::number(strip.minimumSizeHint().width())));
  }

  void a_clickable_tile_answers_mouse_and_keys() {
    VerdictTile tile(u"cpu"_s, u"CPU memory"_s);
    QSignalSpy clicks(&tile, &VerdictTile::clicked);
    tile.resize(tile.sizeHint());
    QTest::mouseClick(&tile, Qt::LeftButton);
    QTest::keyClick(&tile, Qt::Key_Return);
    QCOMPARE(clicks.count(), 0);
    QCOMPARE(tile.focusPolicy(), Qt::NoFocus);
    tile.setClickable(true);
    QTest::mouseClick(&tile, Qt::LeftButton);
    QTest::keyClick(&tile, Qt::Key_Return);
    QTest::keyClick(&tile, Qt::Key_Space);
    QCOMPARE(clicks.count(), 3);
  }

 private:
  static const QLabel* labelWith(const QWidget& tile, const QString& text) {
    for (const QLabel* label : tile.findChildren<QLabel*>())
      if (label->text().contains(text)) return label;
    return nullptr;
  }
};

ZP_TEST(TilesTest)
#include "tiles_test.moc"
