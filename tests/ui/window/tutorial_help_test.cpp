// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tutorial_help.h"

#include <QCursor>
#include <QDialog>
#include <QDockWidget>
#include <QLineEdit>
#include <QTextBrowser>
#include <QToolTip>
#include <QTreeWidget>
#include <QWhatsThis>
#include <QtTest>

#include "core/tutorial/tutorial.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/charts/memory_chart.h"
#include "ui/memory/memory_view.h"
#include "ui/model/dialogs.h"
#include "ui/model/opened_config.h"
#include "ui/tutorial/step_overlay.h"
#include "ui/window/message_bar.h"
#include "ui/window/views.h"
#include "ui/window/whats_this.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of the Help menu in the window: steps that are done in it, What's this, assumptions of this plan,
/// and all of it in the palette.
class TutorialHelpTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  void a_step_is_done_in_the_window_and_its_marks_stand_over_it() {
    QSignalSpy done(&help(), &TutorialHelp::stepDone);
    help().open(u"first-plan"_s);
    help().doStep(u"first-plan"_s, u"model"_s);
    QTRY_COMPARE(done.size(), 1);
    QCOMPARE(ui_->model().plan().cluster.gpus_per_node, 4);
    QCOMPARE(ui_->model().plan().zero.stage, 0);
    const auto* overlay = ui_->find<StepOverlay>(u"stepOverlay"_s);
    QVERIFY(overlay->isVisible());
    QCOMPARE(overlay->marks().size(), tutorials()[0].steps[0].marks.size());
    while (ui_->model().undoStack().canUndo())
      ui_->trigger(u"edit.undo"_s);
    QCOMPARE(ui_->model().plan().cluster.gpus_per_node, 8);
  }
  void a_step_leaves_the_file_of_the_present_plan_alone() {
    const QString path = ui_->path(u"mine.zplan.json"_s);
    ui_->model().save(path);
    const QByteArray mine = ui_->contentOf(path);
    QSignalSpy done(&help(), &TutorialHelp::stepDone);
    help().open(u"first-plan"_s);
    help().doStep(u"first-plan"_s, u"model"_s);
    QTRY_COMPARE(done.size(), 1);
    QCOMPARE(ui_->model().filePath(), QString());  // saving asks for a file
    dialogs::setNextFileName(ui_->path(u"tutorial.zplan.json"_s));
    ui_->trigger(u"file.save"_s);
    QCOMPARE(ui_->model().filePath(), ui_->path(u"tutorial.zplan.json"_s));
    QCOMPARE(ui_->contentOf(path), mine);
    while (ui_->model().undoStack().canUndo())
      ui_->trigger(u"edit.undo"_s);
    QCOMPARE(ui_->model().filePath(), path);
  }
  void a_step_out_of_order_does_those_before_it_and_shows_its_view() {
    ui_->window->showView(u"scaling"_s);
    doStep(u"first-plan"_s, u"stage"_s);
    QCOMPARE(ui_->model().plan().cluster.gpus_per_node, 4);
    QCOMPARE(ui_->model().plan().zero.stage, 2);
    QCOMPARE(ui_->window->currentView(), u"memory"_s);
    QSignalSpy failed(&help(), &TutorialHelp::failed);
    doStep(u"best-plan"_s, u"objective"_s);
    QCOMPARE(failed.size(), 0);
    QCOMPARE(ui_->window->currentView(), u"choice"_s);
  }
  void the_next_step_goes_on_in_another_view_too() {
    doStep(u"which-stage"_s, u"bars"_s);
    ui_->window->showView(u"scaling"_s);
    const int count = ui_->model().undoStack().count();
    doStep(u"which-stage"_s, u"step"_s);
    QCOMPARE(ui_->window->currentView(), u"memory"_s);
    QCOMPARE(ui_->model().undoStack().count(), count);
  }
  void a_step_about_a_file_first_opens_and_mends_it() {
    QSignalSpy failed(&help(), &TutorialHelp::failed);
    doStep(u"out-of-memory"_s, u"read"_s);
    QCOMPARE(failed.size(), 0);
    QCOMPARE(ui_->model().plan().training.micro_batch_size, 8);
    doStep(u"out-of-memory"_s, u"refused"_s);  // asks nothing: the file is the tutorial's
    QVERIFY(ui_->window->openedConfig().isOpen());
    QCOMPARE(ui_->window->currentView(), u"config"_s);
  }
  void a_step_that_cannot_be_done_names_no_control() {
    QSignalSpy failed(&help(), &TutorialHelp::failed);
    ui_->find<QWidget>(u"gpusPerNode"_s)->setObjectName(u"renamed"_s);
    doStep(u"first-plan"_s, u"model"_s);
    QCOMPARE(failed.size(), 1);
    QVERIFY2(!failed[0][0].toString().contains(u"gpusPerNode"), qPrintable(failed[0][0].toString()));
  }
  void a_step_leaves_the_keyboard_in_the_reader() {
    help().open(u"first-plan"_s);
    auto* text = ui_->find<QTextBrowser>(u"tutorials.text"_s);
    text->setFocus();
    QTRY_VERIFY(text->hasFocus());
    doStep(u"first-plan"_s, u"model"_s);
    QTRY_VERIFY(text->hasFocus());
  }
  void a_message_about_another_plan_goes_with_it() {
    QVERIFY(!ui_->window->openFile(ui_->path(u"none.zplan.json"_s)));
    auto* bar = ui_->find<MessageBar>(u"messageBar"_s);
    QVERIFY(bar->isVisible());
    doStep(u"first-plan"_s, u"model"_s);
    QVERIFY(!bar->isVisible());
  }
  void closing_the_reader_gives_the_window_its_width_back() {
    const int width = ui_->window->width();
    help().open(u"first-plan"_s);
    ui_->find<QDockWidget>(u"tutorialsDock"_s)->close();
    QTRY_COMPARE(ui_->window->width(), width);
  }
  void the_reader_is_docked_beside_the_window_and_closes_with_its_dock() {
    help().open(u"first-plan"_s);
    auto* dock = ui_->find<QDockWidget>(u"tutorialsDock"_s);
    QVERIFY(dock->isVisible() && !dock->isFloating());
    QCOMPARE(ui_->window->dockWidgetArea(dock), Qt::RightDockWidgetArea);
    QVERIFY(ui_->window->rect().contains(dock->geometry()));
    QVERIFY2(dock->width() >= 240, qPrintable(QString::number(dock->width())));
    QVERIFY(ui_->find<QWidget>(u"panes"_s)->isVisible());
    dock->close();
    help().open();
    QVERIFY(dock->isVisible());
    QCOMPARE(ui_->window->findChildren<QDockWidget*>().size(), 1);
  }
  void a_plan_that_is_not_made_yet_is_told() {
    QSignalSpy failed(&help(), &TutorialHelp::failed);
    help().open(u"first-plan"_s);
    help().openPlan(u"first-plan"_s, u"stage"_s);
    QCOMPARE(failed.size(), 1);
    QVERIFY(!ui_->model().isModified());
  }

  void every_control_says_what_it_is() {
    for (const ViewRow& view : views()) {
      ui_->window->showView(view.id);
      for (const auto* widget : ui_->window->findChildren<QWidget*>())
        if (widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus) != 0)
          QVERIFY2(!whatsThisOf(*widget).isEmpty(), qPrintable(widget->objectName()));
    }
  }
  void what_a_control_says_is_its_tip() {
    const auto* row = ui_->find<QWidget>(u"microBatch.spin"_s);
    QVERIFY(whatsThisOf(*row).contains(u"train_micro_batch_size_per_gpu"));
  }

  void f1_explains_what_is_under_the_mouse() {
    ui_->window->showView(u"memory"_s);
    MemoryChart* chart = &ui_->window->findChild<MemoryView*>()->chart();
    const QPoint bar = chart->itemRect(2).center().toPoint();
    QVERIFY(!chart->tipAt(bar).isEmpty());
    QCOMPARE(whatsThisAt(*chart, bar), chart->tipAt(bar));
    QCursor::setPos(chart->mapToGlobal(bar));
    QTest::keyClick(ui_->window.get(), Qt::Key_F1);
    QVERIFY(ui_->window->findChild<QDialog*>(u"assumptionsDialog"_s) == nullptr);
    QWhatsThis::hideText();
    QCursor::setPos(ui_->window->mapToGlobal(QPoint(-50, -50)));  // a place with nothing to explain
    QTest::keyClick(ui_->window.get(), Qt::Key_F1);
    QVERIFY(ui_->window->findChild<QDialog*>(u"assumptionsDialog"_s) != nullptr);
  }
  void f1_explains_the_bar_that_the_keyboard_is_on() {
    ui_->window->showView(u"memory"_s);
    MemoryChart* chart = &ui_->window->findChild<MemoryView*>()->chart();
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_F1);
    QVERIFY(QToolTip::isVisible());
    QVERIFY(ui_->window->findChild<QDialog*>(u"assumptionsDialog"_s) == nullptr);
    QToolTip::hideText();
  }

  void assumptions_are_those_of_this_plan() {
    ui_->trigger(u"help.assumptions"_s);
    const QString text = ui_->find<QTextBrowser>(u"assumptionsDialog.text"_s)->toPlainText();
    QVERIFY(text.contains(u"This plan, entry by entry"));
    QVERIFY(text.contains(u"The clock, entry by entry"));
    QVERIFY(text.contains(u"Optimizer states"));
    QVERIFY(text.contains(u"Source: "));
  }

  void the_palette_finds_help_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("opened");
    QTest::newRow("a tutorial") << u"offload to cpu nvme"_s << u"Tutorial Offload to CPU and NVMe"_s
                                << u"tutorialsDialog"_s;
    QTest::newRow("a step") << u"drop the file"_s
                            << u"Tutorial Why did it run out of memory?: Drop the file on the window"_s
                            << u"tutorialsDialog"_s;
    QTest::newRow("a setting") << u"setting zero.reduce_bucket_size"_s << u"Setting zero.reduce_bucket_size"_s
                               << u"sheetDialog"_s;
    QTest::newRow("an entry of the ledger")
        << u"help on master weights"_s << u"Help on Master weights"_s << u"assumptionsDialog"_s;
  }
  void the_palette_finds_help() {
    QFETCH(QString, typed);
    QFETCH(QString, found);
    QFETCH(QString, opened);
    QTest::keyClick(ui_->window.get(), Qt::Key_K, Qt::ControlModifier);
    auto* text = ui_->find<QLineEdit>(u"commandPalette.text"_s);
    text->setText(typed);
    const auto* list = ui_->find<QTreeWidget>(u"commandPalette.list"_s);
    QVERIFY(list->currentItem() != nullptr);
    QVERIFY2(list->currentItem()->text(0).startsWith(found), qPrintable(list->currentItem()->text(0)));
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(ui_->find<QWidget>(opened)->isVisible());
  }

 private:
  void prepare() override {
    help().setProgram(u"/nowhere"_s);
    help().setPace(0);
  }

  void doStep(const QString& tutorial, const QString& step) {
    QSignalSpy done(&help(), &TutorialHelp::stepDone);
    help().doStep(tutorial, step);
    QTRY_COMPARE(done.size(), 1);
  }

  TutorialHelp& help() { return ui_->window->tutorialHelp(); }
};

ZP_TEST(TutorialHelpTest)
#include "tutorial_help_test.moc"
