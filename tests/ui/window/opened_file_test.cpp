// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QTextBlock>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/config/config_pages.h"
#include "ui/config/file_text.h"
#include "ui/inputs/number_spin.h"
#include "ui/model/dialogs.h"
#include "ui/model/run_model.h"
#include "ui/window/message_bar.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

const QByteArray good =
    R"({"train_micro_batch_size_per_gpu": 5, "bf16": {"enabled": true}, "zero_optimization": {"stage": 3}})";
const QByteArray mended =
    "{\n  \"train_micro_batch_size_per_gpu\": 5,\n  \"zero_optimization\": {\"stage\": 2,\n    "
    "\"reduce_bucket_size\": 500000000}\n}\n";
const QByteArray broken = QByteArray(mended).replace("500000000", "\"5e8\"");

}  // namespace

/// Tests of a ds_config.json in the window: opened, mended, saved, with an undo history of its own.
class OpenedFileTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  void without_one_the_tab_is_the_plans() {
    ui_->window->showView(u"config"_s);
    QVERIFY(!ui_->find<QTabBar>(u"configPages.tabs"_s)->isVisible());
    QVERIFY(ui_->find<QPushButton>(u"configExport"_s)->isVisible());
    QVERIFY(!ui_->window->actions().find(u"view.nextProblem"_s)->isEnabled());
  }
  void opening_one_changes_the_plan_and_shows_the_file() {
    open(good);
    QCOMPARE(ui_->model().plan().zero.stage, 3);
    QCOMPARE(ui_->window->currentView(), u"config"_s);
    QVERIFY(text()->isVisible());
    QCOMPARE(text()->fileText(), QString::fromUtf8(good));
    QCOMPARE(ui_->find<QTabBar>(u"configPages.tabs"_s)->tabText(1), u"ds_config.json"_s);
    QCOMPARE(ui_->settings.recentFiles(), QStringList{ui_->path(u"ds_config.json"_s)});
  }
  void what_deepspeed_refuses_stands_beside_its_line_and_the_plan_stays() {
    const PlanDocument before = ui_->model().document();
    QVERIFY(!open(broken));
    QVERIFY(ui_->model().document() == before);
    QVERIFY(ui_->find<MessageBar>(u"messageBar"_s)->sentence().contains(u"ds_config.json"));
    QCOMPARE(ui_->find<QPushButton>(u"problem.0.line"_s)->text(), u"Line 4"_s);
    QVERIFY(ui_->find<QLabel>(u"problem.0.sentence"_s)->text().contains(u"reduce_bucket_size"));
  }
  void what_only_an_older_deepspeed_takes_is_shown_with_its_problem() {
    const PlanDocument before = ui_->model().document();
    QVERIFY(
        !open("{\"train_micro_batch_size_per_gpu\": 2,\n"
              " \"fp16\": {\"enabled\": true, \"initial_loss_scale\": 65536}}"));
    QVERIFY(ui_->model().document() == before);
    QVERIFY(ui_->find<QLabel>(u"problem.0.sentence"_s)->text().contains(u"initial_loss_scale"));
    click(u"problem.0.fix"_s);
    QVERIFY(text()->fileText().contains(u"\"initial_scale_power\": 16"));
    click(u"fileRead"_s);
    QVERIFY(ui_->model().plan().training.precision == Precision::fp16);
    QVERIFY(ui_->model().plan().target == before.plan.target);
  }
  void a_text_that_is_no_json_is_shown_too() {
    open("{\"train_batch_size\": 8,\n \"zero_optimization\": {\"stage\": }");
    QVERIFY(text()->isVisible());
    QCOMPARE(ui_->find<QPushButton>(u"problem.0.line"_s)->text(), u"Line 2"_s);
  }
  void a_pasted_one_is_opened_like_a_file_and_saving_asks_where() {
    QGuiApplication::clipboard()->setText(QString::fromUtf8(good));
    ui_->trigger(u"edit.pasteLog"_s);
    QCOMPARE(ui_->model().plan().zero.stage, 3);
    QCOMPARE(ui_->model().plan().training.micro_batch_size, 5);
    QCOMPARE(ui_->window->currentView(), u"config"_s);
    QCOMPARE(text()->fileText(), QString::fromUtf8(good));
    QVERIFY(ui_->window->run().isEmpty());
    QVERIFY(ui_->settings.recentFiles().isEmpty());
    text()->appendPlainText(u" "_s);
    dialogs::setNextFileName(ui_->path(u"kept.json"_s));
    click(u"fileSave"_s);
    QCOMPARE(ui_->contentOf(ui_->path(u"kept.json"_s)), good + "\n ");
    text()->appendPlainText(u" "_s);
    click(u"fileSave"_s);  // into the same file now
    QCOMPARE(ui_->contentOf(ui_->path(u"kept.json"_s)), good + "\n \n ");
  }
  void a_pasted_one_that_is_refused_shows_its_problems() {
    const PlanDocument before = ui_->model().document();
    QGuiApplication::clipboard()->setText(QString::fromUtf8(broken));
    ui_->trigger(u"edit.pasteLog"_s);
    QVERIFY(ui_->model().document() == before);
    QCOMPARE(ui_->find<QPushButton>(u"problem.0.line"_s)->text(), u"Line 4"_s);
    QVERIFY(ui_->find<MessageBar>(u"messageBar"_s)->isVisible());
  }
  void the_message_about_a_refused_file_goes_with_its_last_error() {
    open(broken);
    auto* bar = ui_->find<MessageBar>(u"messageBar"_s);
    QVERIFY(bar->isVisible());
    click(u"fileFixAll"_s);
    QVERIFY(!bar->isVisible());
  }
  void the_message_about_one_error_goes_with_that_error() {
    open("{\"train_batch_size\": 8,\n \"zero_optimization\": {\"stage\": 2, \"overlap_com\": true}");
    auto* bar = ui_->find<MessageBar>(u"messageBar"_s);
    QVERIFY(bar->isVisible());
    text()->appendPlainText(u"}"_s);  // only the misspelt key is left
    QVERIFY(!ui_->window->openedConfig().problems().empty());
    QVERIFY(!bar->isVisible());
  }
  void the_message_about_a_read_file_goes_with_its_plan() {
    open("{\"train_micro_batch_size_per_gpu\": 5, // five\n \"bf16\": {\"enabled\": true}}");
    auto* bar = ui_->find<MessageBar>(u"messageBar"_s);
    QVERIFY(bar->isVisible());
    Plan next = ui_->model().plan();
    next.training.sequence_length *= 2;
    ui_->model().propose(next, {u"Sequence length"_s});
    QVERIFY(bar->isVisible());
    ui_->model().proposeDocument(example_plan(), {u"Plan of a tutorial"_s});
    QVERIFY(!bar->isVisible());
  }
  void a_new_plan_asks_once_before_anything_is_replaced() {
    open(broken);
    click(u"fileFixAll"_s);
    ui_->model().adopt({3, Device::none, Device::none});
    dialogs::setNextAnswer(dialogs::Answer::cancel);
    ui_->trigger(u"file.new"_s);
    QCOMPARE(ui_->model().plan().zero.stage, 3);
    QVERIFY(ui_->model().undoStack().canUndo());
    QVERIFY(text()->isVisible());
    dialogs::setNextAnswer(dialogs::Answer::discard);  // of a second question the test would not return
    ui_->trigger(u"file.new"_s);
    QCOMPARE(ui_->model().plan().zero.stage, 2);
    QVERIFY(!ui_->find<QTabBar>(u"configPages.tabs"_s)->isVisible());
    QCOMPARE(ui_->contentOf(ui_->path(u"ds_config.json"_s)), broken);
  }
  void a_new_plan_saves_both_after_one_question() {
    open(broken);
    click(u"fileFixAll"_s);
    ui_->model().adopt({3, Device::none, Device::none});
    dialogs::setNextAnswer(dialogs::Answer::save);
    dialogs::setNextFileName(ui_->path(u"kept.zplan.json"_s));
    ui_->trigger(u"file.new"_s);
    QCOMPARE(ui_->contentOf(ui_->path(u"ds_config.json"_s)), mended);
    QVERIFY(QFile::exists(ui_->path(u"kept.zplan.json"_s)));
    QCOMPARE(ui_->model().plan().zero.stage, 2);
  }
  void fixed_and_read_into_the_plan() {
    open(broken);
    click(u"problem.0.fix"_s);
    QCOMPARE(text()->fileText(), QString::fromUtf8(mended));
    click(u"fileRead"_s);
    QCOMPARE(ui_->model().plan().training.micro_batch_size, 5);
    ui_->model().undoStack().undo();
    QCOMPARE(ui_->model().plan().training.micro_batch_size, 1);
  }
  void saved_in_place_whole_and_clean_afterwards() {
    open(broken);
    auto* save = ui_->find<QPushButton>(u"fileSave"_s);
    QVERIFY(!save->isEnabled());
    click(u"fileFixAll"_s);
    auto* tabs = ui_->find<QTabBar>(u"configPages.tabs"_s);
    QCOMPARE(tabs->tabText(1), u"ds_config.json*"_s);
    QVERIFY(save->isEnabled());
    save->click();
    QCOMPARE(ui_->contentOf(ui_->path(u"ds_config.json"_s)), mended);
    QCOMPARE(tabs->tabText(1), u"ds_config.json"_s);
    QVERIFY(!ui_->window->isWindowModified());
  }
  void saved_as_another_the_first_stays() {
    open(broken);
    click(u"fileFixAll"_s);
    dialogs::setNextFileName(ui_->path(u"fixed.json"_s));
    click(u"fileSaveAs"_s);
    QCOMPARE(ui_->contentOf(ui_->path(u"fixed.json"_s)), mended);
    QCOMPARE(ui_->contentOf(ui_->path(u"ds_config.json"_s)), broken);
    QCOMPARE(ui_->find<QTabBar>(u"configPages.tabs"_s)->tabText(1), u"fixed.json"_s);
  }
  void what_cannot_be_written_is_told_and_stays_unsaved() {
    open(broken);
    click(u"fileFixAll"_s);
    dialogs::setNextFileName(u"/proc/no/such/file.json"_s);
    click(u"fileSaveAs"_s);
    QVERIFY(ui_->find<MessageBar>(u"messageBar"_s)->isVisible());
    QCOMPARE(ui_->find<QTabBar>(u"configPages.tabs"_s)->tabText(1), u"ds_config.json*"_s);
  }
  void copied_as_it_stands() {
    open(broken);
    click(u"fileFixAll"_s);
    click(u"fileCopy"_s);
    QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromUtf8(mended));
  }

  void undo_means_the_file_while_the_keyboard_is_in_it() {
    open(broken);
    ui_->model().adopt({1, Device::none, Device::none});
    click(u"fileFixAll"_s);
    QVERIFY(text()->hasFocus());
    QAction* undo = ui_->window->actions().find(u"edit.undo"_s);
    QVERIFY(undo->text().contains(u"opened file"));
    ui_->trigger(u"edit.undo"_s);
    QCOMPARE(text()->fileText(), QString::fromUtf8(broken));
    QCOMPARE(ui_->model().plan().zero.stage, 1);
    ui_->trigger(u"edit.redo"_s);
    QCOMPARE(text()->fileText(), QString::fromUtf8(mended));
    ui_->find<NumberSpin>(u"microBatch.spin"_s)->setFocus();
    QVERIFY2(undo->text().contains(u"Strategy"), qPrintable(undo->text()));
    ui_->trigger(u"edit.undo"_s);
    QCOMPARE(text()->fileText(), QString::fromUtf8(mended));
    QCOMPARE(ui_->model().plan().zero.stage, 2);
  }
  void after_reading_into_the_plan_undo_takes_that_back() {
    open(mended);
    ui_->model().undoStack().undo();  // undoes what opening the file did
    QTest::keyClicks(text(), u" "_s);
    const QString typed = text()->fileText();
    QTest::mouseClick(ui_->find<QPushButton>(u"fileRead"_s), Qt::LeftButton);
    QCOMPARE(ui_->model().plan().training.micro_batch_size, 5);
    QTest::keyClick(ui_->window.get(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(ui_->model().plan().training.micro_batch_size, 1);
    QCOMPARE(text()->fileText(), typed);
    text()->setFocus();
    QTest::keyClick(text(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(text()->fileText(), QString::fromUtf8(mended));
  }
  void undo_means_the_plan_once_the_file_is_out_of_sight() {
    open(broken);
    ui_->model().adopt({1, Device::none, Device::none});
    click(u"fileFixAll"_s);
    ui_->window->showView(u"memory"_s);
    QTest::keyClick(ui_->window.get(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(ui_->model().plan().zero.stage, 2);
    QCOMPARE(text()->fileText(), QString::fromUtf8(mended));
  }
  void save_means_the_file_while_the_keyboard_is_in_it() {
    open(broken);
    click(u"fileFixAll"_s);
    QTest::keyClick(text(), Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(ui_->contentOf(ui_->path(u"ds_config.json"_s)), mended);
    QVERIFY(ui_->model().filePath().isEmpty());
    ui_->find<NumberSpin>(u"microBatch.spin"_s)->setFocus();
    dialogs::setNextFileName(ui_->path(u"plan.zplan.json"_s));
    ui_->trigger(u"file.save"_s);
    QVERIFY(QFile::exists(ui_->path(u"plan.zplan.json"_s)));
  }
  void f8_goes_to_the_next_problem_from_anywhere() {
    open(broken);
    ui_->window->showView(u"memory"_s);
    ui_->find<NumberSpin>(u"microBatch.spin"_s)->setFocus();
    ui_->trigger(u"view.nextProblem"_s);
    QCOMPARE(ui_->window->currentView(), u"config"_s);
    QVERIFY(text()->hasFocus());
    QVERIFY(!text()->tipOf(text()->textCursor().blockNumber()).isEmpty());
  }

  void unsaved_changes_are_asked_about_data() {
    QTest::addColumn<dialogs::Answer>("answer");
    QTest::addColumn<bool>("goes_on");
    QTest::addColumn<bool>("saved");
    QTest::newRow("save") << dialogs::Answer::save << true << true;
    QTest::newRow("discard") << dialogs::Answer::discard << true << false;
    QTest::newRow("cancel") << dialogs::Answer::cancel << false << false;
  }
  void unsaved_changes_are_asked_about() {
    QFETCH(dialogs::Answer, answer);
    QFETCH(bool, goes_on);
    QFETCH(bool, saved);
    open(broken);
    click(u"fileFixAll"_s);
    dialogs::setNextAnswer(answer);
    QCOMPARE(ui_->window->close(), goes_on);
    QCOMPARE(ui_->contentOf(ui_->path(u"ds_config.json"_s)), saved ? mended : broken);
    if (goes_on) return;
    dialogs::setNextAnswer(answer);
    ui_->window->openFile(ui_->write(u"other.json"_s, good));
    QCOMPARE(text()->fileText(), QString::fromUtf8(mended));  // the other file was not opened
    QCOMPARE(ui_->model().plan().zero.stage, 2);
  }
  void closing_it_leaves_the_plan() {
    open(good);
    ui_->find<QToolButton>(u"fileClose"_s)->click();
    QVERIFY(!ui_->find<QTabBar>(u"configPages.tabs"_s)->isVisible());
    QCOMPARE(ui_->model().plan().zero.stage, 3);
    QVERIFY(!ui_->window->actions().find(u"view.nextProblem"_s)->isEnabled());
  }
  void both_files_stand_side_by_side() {
    open(good);
    auto* tabs = ui_->find<QTabBar>(u"configPages.tabs"_s);
    tabs->setFocus();
    QTest::keyClick(tabs, Qt::Key_Left);
    QVERIFY(!text()->isVisible());
    QVERIFY(ui_->find<QPushButton>(u"configExport"_s)->isVisible());
    QVERIFY(!ui_->find<QPushButton>(u"fileSave"_s)->isVisible());
    QTest::keyClick(tabs, Qt::Key_Right);
    QVERIFY(text()->isVisible());
  }

 private:
  bool open(const QByteArray& content) {
    return ui_->window->openFile(ui_->write(u"ds_config.json"_s, content));
  }
  FileText* text() { return ui_->find<FileText>(u"fileText"_s); }
  void click(const QString& name) { ui_->find<QPushButton>(name)->click(); }
};

ZP_TEST(OpenedFileTest)
#include "opened_file_test.moc"
