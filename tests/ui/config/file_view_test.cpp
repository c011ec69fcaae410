// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/config/file_view.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolTip>
#include <QtTest>

#include "tests/support/test_main.h"
#include "ui/config/file_text.h"
#include "ui/model/plan_model.h"
#include "ui/results/state_icon.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

const auto broken =
    "{\n"
    "  \"train_batch_size\": 17,\n"
    "  \"zero_optimization\": {\n"
    "    \"stage\": 2,\n"
    "    \"reduce_bucket_sise\": 5e8,\n"
    "    \"allgather_bucket_size\": 3, \"stage3_max_live_parameters\": 5\n"
    "  },\n"
    "  \"steps\": 1\n"
    "}\n";
constexpr int clean_line = 2;

}  // namespace

/// Tests of the view of the opened file: its text, the problems beside its lines, and how a problem leads to
/// its fix.
class FileViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    applyTheme(*qApp, ThemeChoice::light);
    model_ = std::make_unique<PlanModel>();
    file_ = std::make_unique<OpenedConfig>(*model_);
    view_ = std::make_unique<FileView>(*file_);
    view_->resize(640, 500);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get()));
    text_ = view_->text();
    file_->open(u"ds_config.json"_s, broken);
  }
  void cleanup() { view_.reset(); }

  void shows_the_files_own_text() {
    QCOMPARE(text_->fileText(), QString::fromLatin1(broken));
    QVERIFY(!text_->isReadOnly());
    QVERIFY(!text_->document()->isUndoAvailable());
    QCOMPARE(text_->accessibleName(), u"Text of ds_config.json"_s);
  }
  void every_problem_has_a_row_with_its_line_and_words() {
    int rows = 0;
    for (const FileProblem& problem : file_->problems()) {
      const QString name = u"problem.%1"_s.arg(rows++);
      QCOMPARE(find<QPushButton>(name + u".line"_s)->text(), u"Line %1"_s.arg(problem.line + 1));
      QVERIFY(find<QLabel>(name + u".sentence"_s)->text().startsWith(problem.word));
      QCOMPARE(find<QPushButton>(name + u".fix"_s)->isHidden(), problem.fix.isEmpty());
    }
    QVERIFY(rows >= 4);
    QVERIFY(find<QLabel>(u"fileVerdict"_s)->text().contains(u"refuses"));
  }
  void a_lines_sign_has_the_colour_of_its_worst_problem_data() {
    QTest::addColumn<int>("line");
    QTest::addColumn<NoticeLevel>("level");
    QTest::newRow("refused") << 4 << NoticeLevel::error;
    QTest::newRow("ignored") << 7 << NoticeLevel::warning;
    QTest::newRow("the worse of two") << 5 << NoticeLevel::error;
  }
  void a_lines_sign_has_the_colour_of_its_worst_problem() {
    QFETCH(int, line);
    QFETCH(NoticeLevel, level);
    const QTextCursor cursor(text_->document()->findBlockByNumber(line));
    const int y = text_->cursorRect(cursor).center().y();
    const QImage shot = text_->viewport()->grab().toImage();
    const ThemeColors& colors = themeColors();
    QCOMPARE(shot.pixelColor(shot.width() - 2, y), blend(colorOf(level), colors.panel, 0.10));
    const QTextCursor clean(text_->document()->findBlockByNumber(clean_line));
    QCOMPARE(shot.pixelColor(shot.width() - 2, text_->cursorRect(clean).center().y()), colors.panel);
    auto* margin = text_->findChild<QWidget*>(u"fileText.margin"_s);
    const QImage signs = margin->grab().toImage();
    bool is_drawn = false;
    for (int x = 0; x < signs.width() / 2; ++x)
      for (int dy = -6; dy <= 6; ++dy)
        is_drawn = is_drawn || contrastRatio(signs.pixelColor(x, y + dy), signs.pixelColor(0, y)) > 2;
    QVERIFY(is_drawn);
  }
  void words_of_json_and_yaml_have_colours_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QColor>("color");
    const ThemeColors& colors = themeColors();
    QTest::newRow("key of JSON") << u"  \"stage\": 2,"_s << u"\"stage\""_s << colors.accent;
    QTest::newRow("number") << u"  \"size\": 5e8,"_s << u"5e8"_s << colors.tight;
    QTest::newRow("key of YAML") << u"- learning_rate: 1.0e-5"_s << u"learning_rate"_s << colors.accent;
    QTest::newRow("a key that ends with a number") << u"bf16: true"_s << u"bf16"_s << colors.accent;
    QTest::newRow("true") << u"bf16: true"_s << u"true"_s << colors.tight;
    QTest::newRow("a type with a number") << u"precision: bf16"_s << u"bf16"_s << QColor();
    QTest::newRow("a name with numbers") << u"model: org/Qwen2.5-7B"_s << u"Qwen2.5-7B"_s << QColor();
    QTest::newRow("an address") << u"url: https://example.org/a"_s << u"//example.org/a"_s << QColor();
    QTest::newRow("comment") << u"stage: 2  # of 3"_s << u"# of 3"_s << colors.muted;
  }
  void words_of_json_and_yaml_have_colours() {
    QFETCH(QString, line);
    QFETCH(QString, word);
    QFETCH(QColor, color);
    file_->open(u"train.yaml"_s, line.toStdString());
    const QTextBlock block = text_->document()->firstBlock();
    QCOMPARE(block.text(), line);
    const qsizetype at = line.indexOf(word);
    for (qsizetype i = at; i < at + word.size(); ++i) {
      QColor drawn;
      for (const QTextLayout::FormatRange& range : block.layout()->formats())
        if (i >= range.start && i < range.start + range.length) drawn = range.format.foreground().color();
      QVERIFY2(drawn == color, qPrintable(u"%1 at %2"_s.arg(drawn.name()).arg(i)));
    }
  }
  void hovering_tells_what_is_wrong_there() {
    QVERIFY(text_->tipOf(4).contains(u"reduce_bucket_size"));
    QVERIFY(text_->tipOf(clean_line).isEmpty());
    QVERIFY(text_->tipOf(-1).isEmpty());
    const QTextCursor cursor(text_->document()->findBlockByNumber(4));
    const QPoint at = text_->viewport()->mapTo(text_, text_->cursorRect(cursor).center());
    QHelpEvent event(QEvent::ToolTip, at, text_->mapToGlobal(at));
    QCoreApplication::sendEvent(text_, &event);
    QVERIFY2(QToolTip::text().contains(u"reduce_bucket_size"), qPrintable(QToolTip::text()));
    QToolTip::hideText();
  }
  void a_problem_leads_to_its_line_data() {
    QTest::addColumn<bool>("by_key");
    QTest::newRow("a click on the row") << false;
    QTest::newRow("Space on its line") << true;
  }
  void a_problem_leads_to_its_line() {
    QFETCH(bool, by_key);
    const std::size_t last = file_->problems().size() - 1;
    const QString name = u"problem.%1"_s.arg(last);
    if (by_key)
      QTest::keyClick(find<QPushButton>(name + u".line"_s), Qt::Key_Space);
    else
      QTest::mouseClick(find<QWidget>(name), Qt::LeftButton, {}, QPoint(3, 3));
    QCOMPARE(text_->textCursor().blockNumber(), file_->problems()[last].line);
    QVERIFY(text_->hasFocus());
    QVERIFY(text_->accessibleDescription().contains(file_->problems()[last].sentence));
  }
  void one_fix_mends_one_problem_and_undo_takes_it_back() {
    const std::size_t before = file_->problems().size();
    const std::size_t index = problemAt(4);
    QTest::keyClick(find<QPushButton>(u"problem.%1.fix"_s.arg(index)), Qt::Key_Space);
    QVERIFY(text_->fileText().contains(u"    \"reduce_bucket_size\": 5e8,\n"));
    QVERIFY(text_->fileText().contains(u"\"train_batch_size\": 17"));
    QCOMPARE(file_->problems().size(), before - 1);  // the file was checked again
    QCOMPARE(text_->textCursor().blockNumber(), 4);
    QTest::keyClick(text_, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(text_->fileText(), QString::fromLatin1(broken));
    QCOMPARE(file_->problems().size(), before);
  }
  void fix_all_is_one_step_of_undo() {
    auto* all = find<QPushButton>(u"fileFixAll"_s);
    QVERIFY(all->isEnabled() && all->text().contains(u'('));
    all->click();
    QVERIFY(text_->fileText().contains(u"\"train_batch_size\": 17"));  // only a user knows the right batch
    QVERIFY(text_->fileText().contains(u"\"reduce_bucket_size\": 5e8"));
    QVERIFY(!all->isEnabled());
    text_->undo();
    QCOMPARE(text_->fileText(), QString::fromLatin1(broken));
    QVERIFY(all->isEnabled());
  }
  void typing_is_checked_at_once() {
    text_->goToLine(1);
    text_->moveCursor(QTextCursor::EndOfLine);
    QTest::keyClick(text_, Qt::Key_Left);  // puts the caret before the comma
    QTest::keyClick(text_, Qt::Key_Backspace);
    QTest::keyClicks(text_, u"6"_s);
    for (const FileProblem& problem : file_->problems())
      QVERIFY(problem.line != 1 || problem.level != NoticeLevel::error);
    QVERIFY(file_->isModified());
  }
  void f8_goes_round_the_problems() {
    text_->goToLine(0);
    QList<int> lines;
    for (int i = 0; i < 5; ++i) {
      view_->goToNextProblem();
      lines << text_->textCursor().blockNumber();
    }
    QVERIFY(std::is_sorted(lines.begin(), lines.begin() + 3));
    QVERIFY2(lines.contains(1) && lines.contains(4) && lines.contains(7), "a problem was left out");
  }
  void what_would_lose_bytes_is_read_only() {
    file_->open(u"odd.json"_s, "{\r\n\"train_batch_size\": 17\n}");
    QVERIFY(text_->isReadOnly());
    QVERIFY(find<QLabel>(u"fileVerdict"_s)->text().contains(u"line ends"));
    QVERIFY(!find<QPushButton>(u"fileFixAll"_s)->isEnabled());
    file_->open(u"ds_config.json"_s, broken);
    QVERIFY(!text_->isReadOnly());
  }
  void the_keyboard_reaches_text_lines_and_fixes_and_all_have_names() {
    text_->setFocus();
    QStringList reached;
    for (int i = 0; i < 40 && (reached.isEmpty() || QApplication::focusWidget() != text_); ++i) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      QWidget* focus = QApplication::focusWidget();
      reached << focus->objectName();
      QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(focus);
      QVERIFY2(!accessible->text(QAccessible::Name).isEmpty(), qPrintable(focus->objectName()));
    }
    for (const auto& name : {u"fileRead"_s, u"fileFixAll"_s, u"problem.0.line"_s, u"problem.0.fix"_s})
      QVERIFY2(reached.contains(name), qPrintable(name + u" of "_s + reached.join(u' ')));
  }
  void a_change_of_theme_recolours_the_text() {
    const QPoint at(
        300, text_->cursorRect(QTextCursor(text_->document()->findBlockByNumber(clean_line))).top() + 1);
    const QColor light = text_->viewport()->grab().toImage().pixelColor(at);
    applyTheme(*qApp, ThemeChoice::dark);
    QCoreApplication::processEvents();
    const QColor dark = text_->viewport()->grab().toImage().pixelColor(at);
    QVERIFY(dark.lightness() < light.lightness());
    QCOMPARE(text_->extraSelections().front().format.underlineColor(), colorOf(file_->level()));
  }

 private:
  template <class T>
  T* find(const QString& name) {
    T* found = view_->findChild<T*>(name);
    if (found == nullptr) qFatal("there is no %s", qPrintable(name));
    return found;
  }
  std::size_t problemAt(int line) const {
    for (std::size_t i = 0; i < file_->problems().size(); ++i)
      if (file_->problems()[i].line == line) return i;
    qFatal("no problem in line %d", line);
  }

  std::unique_ptr<PlanModel> model_;
  std::unique_ptr<OpenedConfig> file_;
  std::unique_ptr<FileView> view_;
  FileText* text_ = nullptr;
};

ZP_TEST(FileViewTest)
#include "file_view_test.moc"
