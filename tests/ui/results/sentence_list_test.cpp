// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/sentence_list.h"

#include <QScrollBar>
#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

/// Counts how often a widget is resized.
class ResizeCounter : public QObject {
 public:
  explicit ResizeCounter(QWidget& widget) { widget.installEventFilter(this); }
  int count = 0;

 protected:
  bool eventFilter(QObject* /*watched*/, QEvent* event) override {
    if (event->type() == QEvent::Resize) ++count;
    return false;
  }
};

}  // namespace

/// Tests of a list of sentences whose lower margin follows its size.
class SentenceListTest : public QObject {
  Q_OBJECT

 private slots:
  /// The margin depends on where lines break, which depends on the scroll bar, which depends on the margin.
  void any_size_settles_and_ends_with_a_whole_sentence() {
    SentenceList list({.name = u"list"_s, .row = u"row"_s, .show = u"show"_s, .fix = u"apply"_s});
    std::vector<Sentence> sentences;
    for (int words : {3, 25, 8, 40, 14})
      sentences.push_back({NoticeLevel::warning, QString(u"gathered "_s).repeated(words)});
    list.setSentences(sentences);
    list.resize(400, 200);
    list.show();
    QVERIFY(QTest::qWaitForWindowExposed(&list));
    ResizeCounter viewport(*list.viewport());
    for (int width = 200; width <= 900; width += 13)
      for (int height = 40; height <= 260; height += 11) {
        viewport.count = 0;
        list.resize(width, height);
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
        QVERIFY2(viewport.count <= 8,
                 qPrintable(u"%1 × %2: %3"_s.arg(width).arg(height).arg(viewport.count)));
        QVERIFY2(endsWhole(list, sentences.size()), qPrintable(u"%1 × %2"_s.arg(width).arg(height)));
      }
  }
  void another_width_shows_the_first_sentence_again() {
    SentenceList list({.name = u"list"_s, .row = u"row"_s, .show = u"show"_s, .fix = u"apply"_s});
    list.setSentences(std::vector<Sentence>(9, {NoticeLevel::warning, QString(u"gathered "_s).repeated(20)}));
    list.resize(600, 120);
    list.show();
    QVERIFY(QTest::qWaitForWindowExposed(&list));
    list.verticalScrollBar()->setValue(list.verticalScrollBar()->maximum() / 2);
    list.resize(600, 140);
    QVERIFY(list.verticalScrollBar()->value() > 0);
    list.resize(400, 140);
    QCOMPARE(list.verticalScrollBar()->value(), 0);
  }
  /// Cut rows stand at the edge of the list and not above an empty strip.
  void a_scrolled_list_uses_its_whole_height() {
    SentenceList list({.name = u"list"_s, .row = u"row"_s, .show = u"show"_s, .fix = u"apply"_s});
    std::vector<Sentence> sentences(5, {NoticeLevel::warning, QString(u"gathered "_s).repeated(8)});
    list.setSentences(sentences);
    list.resize(400, 90);
    list.show();
    QVERIFY(QTest::qWaitForWindowExposed(&list));
    QTRY_VERIFY(list.viewport()->height() < list.contentsRect().height());
    list.verticalScrollBar()->setValue(20);
    QTRY_COMPARE(list.viewport()->height(), list.contentsRect().height());
    QCOMPARE(list.verticalScrollBar()->value(), 20);
    list.verticalScrollBar()->setValue(0);
    QTRY_VERIFY(list.viewport()->height() < list.contentsRect().height());
  }

 private:
  /// Returns true if the viewport, unscrolled, ends below a row and not within one; a first row that is
  /// higher than the list may be cut.
  static bool endsWhole(const SentenceList& list, std::size_t rows) {
    const int end = list.viewport()->height();
    for (std::size_t i = 0; i < rows; ++i) {
      const auto* row = list.findChild<QWidget*>(u"row.%1"_s.arg(i));
      const QRect place(row->mapTo(list.viewport(), QPoint()), row->size());
      if (place.top() < end && place.bottom() >= end) return i == 0;
    }
    return true;
  }
};

ZP_TEST(SentenceListTest)
#include "sentence_list_test.moc"
