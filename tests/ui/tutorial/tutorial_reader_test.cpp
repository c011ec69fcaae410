// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tutorial/tutorial_reader.h"

#include <QDialog>
#include <QLabel>
#include <QListWidget>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QtTest>

#include "core/tutorial/tutorial.h"
#include "tests/support/test_main.h"
#include "ui/tutorial/picture_text.h"
#include "ui/tutorial/step_overlay.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of Help ▸ Tutorials with a program that makes them at once.
class TutorialReaderTest : public QObject {
  Q_OBJECT

 private slots:
  void every_tutorial_is_listed() {
    const TutorialReader reader(u"/nowhere"_s);
    QCOMPARE(reader.findChild<QListWidget*>()->count(), static_cast<int>(tutorials().size()));
  }
  void a_tutorial_is_shown_with_its_pictures_and_three_links_each() {
    TutorialReader reader(maker());
    reader.show();
    reader.read(u"which-stage"_s);
    QCOMPARE(reader.current(), u"which-stage"_s);
    auto* text = reader.findChild<QTextBrowser*>();
    QTRY_VERIFY(text->toPlainText().contains(u"told by which-stage"));
    QVERIFY(text->toHtml().contains(u"<img src=\"which-stage-bars.png\""));
    QVERIFY(text->toHtml().contains(u"href=\"plan:bars\""));
    QVERIFY(text->toHtml().contains(u"href=\"do:bars\""));
    QVERIFY(text->toHtml().contains(u"href=\"picture:bars\""));
    const QVariant picture =
        text->document()->resource(QTextDocument::ImageResource, QUrl(u"which-stage-bars.png"_s));
    QVERIFY(!picture.value<QImage>().isNull());
    QVERIFY(text->document()->size().width() <= text->viewport()->width());
    QCOMPARE(text->horizontalScrollBar()->maximum(), 0);
  }
  void links_ask_for_the_plan_and_for_the_step() {
    TutorialReader reader(maker());
    reader.read(u"which-stage"_s);
    auto* text = reader.findChild<QTextBrowser*>();
    QTRY_VERIFY(text->toPlainText().contains(u"told by"));
    QSignalSpy plans(&reader, &TutorialReader::planRequested), steps(&reader, &TutorialReader::stepRequested);
    emit text->anchorClicked(QUrl(u"plan:bars"_s));
    emit text->anchorClicked(QUrl(u"do:step"_s));
    QCOMPARE(plans.value(0), (QVariantList{u"which-stage"_s, u"bars"_s}));
    QCOMPARE(steps.value(0), (QVariantList{u"which-stage"_s, u"step"_s}));
    QVERIFY(reader.planFile(u"bars"_s).endsWith(u"which-stage-bars.zplan.json"));
    emit text->anchorClicked(QUrl(u"offload.md"_s));
    QCOMPARE(reader.current(), u"offload"_s);
  }
  void another_tutorial_gives_up_the_one_in_the_making() {
    TutorialReader reader(maker());
    reader.read(u"first-plan"_s);
    reader.read(u"offload"_s);
    auto* text = reader.findChild<QTextBrowser*>();
    QTRY_VERIFY(text->toPlainText().contains(u"told by offload"));
  }
  void a_picture_is_shown_as_large_as_the_screen_allows_until_the_next_step() {
    TutorialReader reader(maker());
    reader.show();
    reader.read(u"which-stage"_s);
    auto* text = reader.findChild<QTextBrowser*>();
    QTRY_VERIFY(text->toPlainText().contains(u"told by which-stage"));
    emit text->anchorClicked(QUrl(u"picture:bars"_s));
    auto* shown = reader.findChild<QDialog*>(u"tutorials.picture"_s);
    QVERIFY(shown != nullptr);
    const QSize size = shown->findChild<QLabel*>(u"tutorials.enlarged"_s)->pixmap().size();
    QVERIFY(size.width() < shown->screen()->availableSize().width());
    QVERIFY(std::abs(size.width() - 20 * size.height()) <= 20);  // 2000 × 100, as large as the screen allows
    QVERIFY(shown->findChild<QLabel*>(u"tutorials.caption"_s)->text().contains(u"cannot be used"));
    emit text->anchorClicked(QUrl(u"do:step"_s));
    QTRY_VERIFY(reader.findChild<QDialog*>(u"tutorials.picture"_s) == nullptr);  // no longer over the window
  }
  /// Wrapped, the tables that a command prints lose their columns.
  void lines_of_code_stay_whole_and_a_bar_scrolls_to_their_ends() {
    PictureText text;
    text.resize(240, 300);
    text.show();
    text.showMarkdown(
        u"# T\n\n```\nzero-planner estimate plan.zplan.json --set zero.stage=3 --json\n```\n\n"_s +
            QString(u"words "_s).repeated(60),
        {});
    QVERIFY(text.horizontalScrollBar()->maximum() > 0);
    for (QTextBlock block = text.document()->begin(); block.isValid(); block = block.next()) {
      const bool is_code = block.text().startsWith(u"zero-planner");
      if (is_code) QCOMPARE(block.layout()->lineCount(), 1);
      if (block.text().startsWith(u"words")) QVERIFY(block.layout()->lineCount() > 5);
    }
  }
  void texts_without_code_need_no_bar() {
    PictureText text;
    text.resize(240, 300);
    text.show();
    text.showMarkdown(u"# T\n\n"_s + QString(u"words "_s).repeated(60), {});
    QCOMPARE(text.horizontalScrollBar()->maximum(), 0);
  }
  void what_prevents_it_is_told() {
    TutorialReader reader(u"/nowhere/at/all"_s);
    reader.read(u"first-plan"_s);
    auto* text = reader.findChild<QTextBrowser*>();
    QTRY_VERIFY(text->toPlainText().contains(u"could not be taken"));
    QVERIFY(text->toPlainText().contains(QString::fromStdString(tutorials()[0].about)));
  }
  void marks_follow_their_controls() {
    QWidget window;
    window.resize(300, 200);
    auto* box = new QWidget(&window);
    box->setGeometry(20, 20, 100, 30);
    auto* hidden = new QWidget(&window);
    hidden->setGeometry(20, 100, 100, 30);
    hidden->hide();
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    StepOverlay overlay(&window);
    const auto place_of = [](const QWidget* widget) {
      return [widget] { return widget->isVisible() ? widget->geometry() : QRect(); };
    };
    overlay.mark({{place_of(box), 1}, {place_of(hidden), 2}});
    QCOMPARE(overlay.marks().size(), std::size_t(1));
    box->move(150, 60);
    QTRY_COMPARE(overlay.marks()[0].control, QRectF(150, 60, 100, 30));
    hidden->show();
    QTRY_COMPARE(overlay.marks().size(), std::size_t(2));
    window.resize(400, 220);
    QTRY_COMPARE(overlay.size(), window.size());
    QVERIFY(overlay.isVisible());
  }
  void marks_over_a_window_go_with_the_next_press() {
    QWidget window;
    window.resize(300, 200);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    auto* box = new QWidget(&window);
    box->setGeometry(20, 20, 100, 30);
    box->show();
    StepOverlay overlay(&window);
    overlay.mark({{[box] { return box->geometry(); }, 1}});
    QVERIFY(overlay.isVisible());
    QVERIFY(overlay.testAttribute(Qt::WA_TransparentForMouseEvents));
    QTest::mouseClick(window.windowHandle(), Qt::LeftButton, {}, {200, 150});
    QVERIFY(!overlay.isVisible());
  }

 private:
  /// Returns the path of a program that writes a text with one picture, as the real one does.
  QString maker() {
    QImage picture(2000, 100, QImage::Format_RGB32);
    picture.fill(Qt::white);
    picture.save(folder_.filePath(u"p.png"_s));
    QString path = folder_.filePath(u"maker"_s);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("no program");
    file.write("#!/bin/sh\nmkdir -p \"$4\"\ncp " + folder_.filePath(u"p.png"_s).toUtf8() +
               " \"$4/$2-bars.png\"\nprintf '# T\\n\\n![x](%s-bars.png)\\n\\ntold by %s\\n' \"$2\" \"$2\" > "
               "\"$4/$2.md\"\n");
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
    return path;
  }

  QTemporaryDir folder_;
};

ZP_TEST(TutorialReaderTest)
#include "tutorial_reader_test.moc"
