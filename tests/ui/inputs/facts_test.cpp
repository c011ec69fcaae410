// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/test_main.h"
#include "ui/inputs/elided_text.h"
#include "ui/inputs/fact_label.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of a label with one fact, and of a text that ends where its space does.
class FactsTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { applyTheme(*qApp, ThemeChoice::light); }

  void a_verdict_has_glyph_word_and_colour_data() {
    QTest::addColumn<Verdict>("verdict");
    QTest::addColumn<QString>("glyph");
    QTest::newRow("fits") << Verdict::fits << u"✓"_s;
    QTest::newRow("tight") << Verdict::tight << u"⚠"_s;
    QTest::newRow("over") << Verdict::over << u"✗"_s;
    QTest::newRow("unknown") << Verdict::unknown << u"–"_s;
  }
  void a_verdict_has_glyph_word_and_colour() {
    QFETCH(Verdict, verdict);
    QFETCH(QString, glyph);
    FactLabel fact(u"gpu"_s, u"GPU memory"_s, font());
    fact.setFact(u"words"_s, {}, verdict);
    fact.resize(300, 20);
    QCOMPARE(fact.text(), glyph + u" words"_s);
    QCOMPARE(fact.palette().color(QPalette::WindowText), themeColors().state(verdict));
    QCOMPARE(fact.accessibleName(), u"GPU memory"_s);
    QCOMPARE(fact.accessibleDescription(), glyph + u" words"_s);
    fact.setStale(true);
    QCOMPARE(fact.palette().color(QPalette::WindowText), themeColors().muted);
  }

  void colours_follow_the_theme() {
    FactLabel fact(u"gpu"_s, u"GPU memory"_s, font());
    fact.setFact(u"too much"_s, {}, Verdict::over);
    fact.show();
    fact.hide();  // hidden as in a tab that is not in front
    applyTheme(*qApp, ThemeChoice::dark);
    QApplication::processEvents();
    QCOMPARE(fact.palette().color(QPalette::WindowText), darkTheme().over);
  }

  void the_short_text_stands_where_the_full_one_does_not_fit() {
    FactLabel fact(u"time"_s, u"Step time"_s, font());
    fact.setFact(u"24.1 s a step, give or take a quarter"_s, u"24.1 s"_s);
    fact.resize(600, 20);
    fact.show();
    QCOMPARE(fact.text(), u"24.1 s a step, give or take a quarter"_s);
    const int least = fact.minimumWidth();
    fact.resize(least, 20);
    QCOMPARE(fact.text(), u"24.1 s"_s);
    QVERIFY(fact.fontMetrics().horizontalAdvance(fact.text()) <= fact.width());
    QCOMPARE(fact.minimumWidth(), least);  // the width does not depend on which of the two texts is shown
    QVERIFY(fact.accessibleDescription().contains(u"quarter"));
  }

  void where_it_leads_somewhere_mouse_and_keys_press_it() {
    FactLabel fact(u"cpu"_s, u"CPU memory"_s, font());
    fact.setFact(u"12 GiB"_s);
    QSignalSpy clicks(&fact, &FactLabel::clicked);
    fact.resize(100, 20);
    QTest::mouseClick(&fact, Qt::LeftButton);
    QTest::keyClick(&fact, Qt::Key_Return);
    QCOMPARE(clicks.count(), 0);
    QCOMPARE(fact.focusPolicy(), Qt::NoFocus);
    fact.setClickable(true);
    QTest::mouseClick(&fact, Qt::LeftButton);
    QTest::keyClick(&fact, Qt::Key_Return);
    QTest::keyClick(&fact, Qt::Key_Space);
    QCOMPARE(clicks.count(), 3);
  }

  void a_long_text_keeps_its_lines_and_its_tip_has_the_whole() {
    ElidedText text(u"title"_s, font(), 2);
    const QString words = u"ZeRO-3 <b> "_s + u"and one more setting "_s.repeated(20);
    text.setText(words);
    text.resize(200, text.sizeHint().height());
    QCOMPARE(text.height(), 2 * text.fontMetrics().lineSpacing());
    QVERIFY(text.minimumSizeHint().width() < 150);
    QCOMPARE(text.accessibleName(), words);
    QVERIFY(text.toolTip().contains(u"ZeRO-3 &lt;b&gt;"));
    const QImage two = text.grab().toImage();
    text.setText(u"ZeRO-3"_s);
    QVERIFY(text.grab().toImage() != two);
    text.setText({});
    QVERIFY(text.toolTip().isEmpty());
  }

 private:
  static QFont font() { return QApplication::font(); }
};

ZP_TEST(FactsTest)
#include "facts_test.moc"
