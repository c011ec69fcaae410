// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QImage>
#include <QListWidget>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QTextLayout>
#include <QtTest>

#include "core/tutorial/fill_text.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"
#include "ui/tutorial/picture_text.h"
#include "ui/tutorial/tutorial_reader.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int narrowest = 300, widest = 1200, opening_step = 75;
constexpr int tall = 640;

/// Returns the step from one tested width to the next, in pixels: the value of ZP_WIDTH_STEP if it is set
/// (packaging/nightly.sh tests every width), else 30, and 390 under sanitizers.
int widthStep() {
  const int step = qEnvironmentVariableIntValue("ZP_WIDTH_STEP");
  return step > 0 ? step : 30 * static_cast<int>(test::one_in());
}

/// Answers every question of a tutorial with as much text as the program would print, without computing it.
Facts inventedFacts() {
  std::string answer;
  for (int line = 0; line < 30; ++line)
    answer += "a line as long as what the program prints about one entry of a plan, and its figures\n";
  return {[answer](const std::string&, const std::string&) -> CommandOutcome {
            return {0, answer, ""};
          },
          [](const std::string&, const std::string& control) { return control; }};
}

}  // namespace

/// Tests of Help ▸ Tutorials with the texts of all tutorials and pictures of the size that the program takes,
/// in windows of many widths. The preset sanitize runs this under the address sanitizer.
class ReaderWidthsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    for (const Tutorial& tutorial : tutorials())
      write(tutorial);
  }

  void every_tutorial_opens_at_every_width() {
    TutorialReader reader(maker());
    reader.show();
    openEach(reader);
    for (int width = narrowest; width <= widest; width += opening_step) {
      reader.resize(width, tall);
      for (const Tutorial& tutorial : tutorials()) {
        reader.read(QString::fromStdString(tutorial.name));
        QCoreApplication::processEvents();
        checkShown(reader, tutorial);
      }
    }
  }
  void an_open_tutorial_follows_the_width_of_its_window_data() { eachTutorial(); }
  void an_open_tutorial_follows_the_width_of_its_window() {
    QFETCH(QString, name);
    TutorialReader reader(maker());
    reader.show();
    open(reader, name);
    for (const int step : {widthStep(), -widthStep()})
      for (int width = step > 0 ? narrowest : widest; width >= narrowest && width <= widest; width += step) {
        reader.resize(width, tall);
        QCoreApplication::processEvents();
        checkShown(reader, *find_tutorial(name.toStdString()));
      }
  }
  /// At some heights the scroll bar is needed only while it is not there; the layout must not alternate
  /// between both.
  void an_open_tutorial_follows_the_height_of_its_window_data() { eachTutorial(); }
  void an_open_tutorial_follows_the_height_of_its_window() {
    QFETCH(QString, name);
    TutorialReader reader(maker());
    reader.show();
    open(reader, name);
    auto* text = reader.findChild<PictureText*>();
    const int whole = static_cast<int>(text->document()->size().height());
    for (int height = whole - 100; height < whole + 300; height += 50) {
      reader.resize(900, height);
      QCoreApplication::processEvents();
      checkShown(reader, *find_tutorial(name.toStdString()));
    }
  }
  void a_resized_text_stays_where_it_was_read() {
    TutorialReader reader(maker());
    reader.resize(900, tall);
    reader.show();
    open(reader, u"which-stage"_s);
    auto* text = reader.findChild<PictureText*>();
    text->verticalScrollBar()->setValue(text->verticalScrollBar()->maximum() / 2);
    const int at = text->verticalScrollBar()->value();
    reader.resize(900, tall + 20);
    QCoreApplication::processEvents();
    QCOMPARE(text->verticalScrollBar()->value(), at);
  }

 private:
  static void eachTutorial() {
    QTest::addColumn<QString>("name");
    for (const Tutorial& tutorial : tutorials())
      QTest::newRow(tutorial.name.c_str()) << QString::fromStdString(tutorial.name);
  }

  /// Opens the tutorial with the mouse and waits for its pictures.
  static void open(TutorialReader& reader, const QString& name) {
    auto* list = reader.findChild<QListWidget*>();
    for (int row = 0; row < list->count(); ++row)
      if (list->item(row)->data(Qt::UserRole).toString() == name) {
        list->scrollToItem(list->item(row));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualItemRect(list->item(row)).center());
      }
    QCOMPARE(reader.current(), name);
    auto* text = reader.findChild<PictureText*>();
    QTRY_VERIFY2(text->toHtml().contains(u"<img"), qPrintable(text->toPlainText()));
  }
  static void openEach(TutorialReader& reader) {
    for (const Tutorial& tutorial : tutorials())
      open(reader, QString::fromStdString(tutorial.name));
  }

  /// Checks that the text is whole and that each picture stands in it, as wide as the text or as itself.
  static void checkShown(const TutorialReader& reader, const Tutorial& tutorial) {
    const auto* text = reader.findChild<PictureText*>();
    QVERIFY(text->toPlainText().startsWith(QString::fromStdString(tutorial.title)));
    QVERIFY(text->document()->size().isValid());  // lays out the rest too, which is below the visible part
    std::size_t pictures = 0;
    const double room = text->viewport()->width() - 2 * text->document()->documentMargin();
    for (QTextBlock block = text->document()->begin(); block.isValid(); block = block.next())
      for (auto part = block.begin(); !part.atEnd(); ++part)
        if (part.fragment().charFormat().isImageFormat()) {
          ++pictures;
          QVERIFY(block.layout()->lineCount() > 0);
          const double width = block.layout()->lineAt(0).naturalTextWidth();
          QVERIFY2(width > 0 && width <= std::max(room, 1.0) + 1,
                   qPrintable(u"%1 of %2"_s.arg(width).arg(room)));
        }
    QCOMPARE(pictures, tutorial.steps.size());
  }

  void write(const Tutorial& tutorial) const {
    Facts facts = inventedFacts();
    QFile file(folder_.filePath(QString::fromStdString(tutorial.name) + u".md"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(fill_text(tutorial, facts).markdown));
    for (const TutorialStep& step : tutorial.steps) {
      QImage picture(step.width, step.height, QImage::Format_Mono);
      picture.fill(1);
      QVERIFY(picture.save(folder_.filePath(QString::fromStdString(picture_name(tutorial, step)))));
    }
  }

  /// Returns the path of a program that has made all tutorials already and answers to `maker tutorial NAME
  /// --out FOLDER`.
  QString maker() const {
    const QString path = folder_.filePath(u"maker"_s);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("no program");
    file.write("#!/bin/sh\nmkdir -p \"$4\"\ncd \"" + folder_.path().toUtf8() +
               "\"\ncp \"$2\"-*.png \"$2.md\" \"$4\"\n");
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
    return path;
  }

  QTemporaryDir folder_;
};

ZP_TEST(ReaderWidthsTest)
#include "reader_widths_test.moc"
