// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStatusBar>
#include <QToolButton>

#include "core/plan_file/plan_link.h"
#include "core/report/words.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/inputs/number_spin.h"
#include "ui/model/choice_model.h"
#include "ui/model/run_model.h"
#include "ui/model/text.h"
#include "ui/window/message_bar.h"
#include "ui/window/picture_desk.h"
#include "ui/window/views.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

const auto death =
    u"Traceback (most recent call last):\n"
    u"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of "
    u"39.39 GiB of which 0.50 GiB is free.\n"_s;

const QString long_text = u"The file says one thing and the plan another. "_s.repeated(12);

/// Returns where everything that can be clicked or typed into is seen on the screen, but for the bar itself.
QHash<QWidget*, QRect> placesOfControls(const MessageBar& bar) {
  QHash<QWidget*, QRect> places;
  for (auto* widget : bar.window()->findChildren<QWidget*>())
    if (widget->isVisible() && !bar.isAncestorOf(widget) &&
        (widget->focusPolicy() != Qt::NoFocus || qobject_cast<QAbstractButton*>(widget) != nullptr)) {
      const QRect shown = widget->visibleRegion().boundingRect();
      if (!shown.isEmpty()) places[widget] = shown.translated(widget->mapToGlobal(QPoint()));
    }
  return places;
}

}  // namespace

/// Tests that the window takes what it is given wherever that arrives, says what it did, and keeps nothing of
/// an earlier plan.
class CalmTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  /// A field of one line has no use for a log, so Ctrl+V reaches the window.
  void a_log_is_pasted_from_within_a_field() {
    auto* spin = ui_->find<NumberSpin>(u"microBatch.spin"_s);
    spin->setFocus();
    const double before = spin->value();
    QGuiApplication::clipboard()->setText(death);
    QTest::keyClick(spin, Qt::Key_V, Qt::ControlModifier);
    QVERIFY(!ui_->window->run().isEmpty());
    QCOMPARE(ui_->window->currentView(), u"measured"_s);
    QCOMPARE(spin->value(), before);
    QVERIFY(!spin->hasPendingText());
  }
  /// One short line is no number either, and a click on an empty area takes the focus from the field.
  void a_short_message_is_pasted_from_within_a_field_of_numbers() {
    auto* spin = ui_->find<NumberSpin>(u"microBatch.spin"_s);
    spin->setFocus();
    const QString text = spin->text();
    QGuiApplication::clipboard()->setText(u"CUDA out of memory. Tried to allocate 2.00 GiB"_s);
    QTest::keyClick(spin, Qt::Key_V, Qt::ControlModifier);
    QVERIFY(!ui_->window->run().isEmpty());
    QCOMPARE(spin->text(), text);
    QVERIFY(!spin->hasPendingText());
  }
  void a_click_on_an_empty_area_takes_the_focus() {
    ui_->window->showView(u"measured"_s);
    auto* spin = ui_->find<NumberSpin>(u"microBatch.spin"_s);
    spin->setFocus();
    auto* invitation = ui_->find<QWidget>(u"logInvitation"_s);
    QTest::mouseClick(ui_->window->windowHandle(), Qt::LeftButton, {},
                      invitation->mapTo(ui_->window.get(), QPoint(30, 30)));
    QVERIFY(!spin->hasFocus());
  }
  void a_number_is_pasted_into_a_field() {
    auto* spin = ui_->find<NumberSpin>(u"microBatch.spin"_s);
    spin->setFocus();
    spin->selectAll();
    QGuiApplication::clipboard()->setText(u"6"_s);
    QTest::keyClick(spin, Qt::Key_V, Qt::ControlModifier);
    QTest::keyClick(spin, Qt::Key_Return);
    QCOMPARE(ui_->model().plan().training.micro_batch_size, 6);
    QVERIFY(ui_->window->run().isEmpty());
  }

  void a_sign_appears_while_something_is_dragged_over_the_window() {
    auto* sign = ui_->find<QWidget>(u"dropSign"_s);
    QVERIFY(!sign->isVisible());
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(ui_->path(u"run.log"_s))});
    constexpr QPoint at(600, 300);
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(ui_->window.get(), &enter);
    QVERIFY(sign->isVisible());
    QCOMPARE(sign->size(), ui_->window->size());
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(ui_->window.get(), &leave);
    QVERIFY(!sign->isVisible());
    ui_->dropFile(ui_->write(u"run.log"_s, death.toUtf8()));
    QVERIFY(!sign->isVisible());
    QVERIFY(!ui_->window->run().isEmpty());
  }

  void a_message_moves_and_covers_nothing_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1280, 800), QSize(1024, 700)})
      for (const ViewRow& view : views())
        QTest::addRow("%s, %d", view.id.data(), size.width()) << QString(view.id) << size;
  }
  void a_message_moves_and_covers_nothing() {
    QFETCH(QString, view);
    QFETCH(QSize, size);
    ui_->window->showView(view);
    ui_->window->resize(size);
    waitUntilIdle(*ui_->window);
    auto* bar = ui_->find<MessageBar>(u"messageBar"_s);
    const QHash<QWidget*, QRect> before = placesOfControls(*bar);
    QVERIFY(before.size() > 20);
    ui_->window->warn(long_text);
    waitUntilIdle(*ui_->window);
    QVERIFY(bar->isVisible());
    QCOMPARE(placesOfControls(*bar), before);
    const QRect place(bar->mapToGlobal(QPoint()), bar->size());
    for (auto [widget, rect] : before.asKeyValueRange())
      QVERIFY2(!rect.intersects(place), qPrintable(widget->objectName()));
  }
  void a_long_message_is_cut_until_it_is_unfolded() {
    auto* bar = ui_->find<MessageBar>(u"messageBar"_s);
    auto* more = ui_->find<QToolButton>(u"messageBar.more"_s);
    bar->showMessage(NoticeLevel::info, u"One line."_s);
    QVERIFY(!more->isVisible());
    bar->showMessage(NoticeLevel::info, long_text);
    QVERIFY(more->isVisible());
    QCOMPARE(bar->height(), ui_->window->statusBar()->height());
    more->click();
    QTRY_VERIFY(bar->height() > 2 * ui_->window->statusBar()->height());
    QVERIFY(ui_->find<QWidget>(u"messageBar.text"_s)->isVisible());
    bar->showMessage(NoticeLevel::info, u"One line."_s);
    QCOMPARE(bar->height(), ui_->window->statusBar()->height());
    QVERIFY(!more->isVisible());
  }
  /// Escape belongs to a field while there is something to take back in it.
  void escape_closes_a_message_and_gives_the_focus_back() {
    auto* bar = ui_->find<MessageBar>(u"messageBar"_s);
    auto* spin = ui_->find<NumberSpin>(u"microBatch.spin"_s);
    bar->showMessage(NoticeLevel::warning, long_text, u"Act"_s, [] {});
    spin->setFocus();
    spin->selectAll();
    QTest::keyClicks(spin, u"7"_s);
    QTest::keyClick(spin, Qt::Key_Escape);
    QVERIFY(bar->isVisible());
    QTest::keyClick(spin, Qt::Key_Escape);
    QVERIFY(!bar->isVisible());
    QCOMPARE(QApplication::focusWidget(), spin);
    bar->showMessage(NoticeLevel::warning, long_text, u"Act"_s, [] {});
    ui_->find<QPushButton>(u"messageBar.action"_s)->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!bar->isVisible());
    QCOMPARE(QApplication::focusWidget(), spin);
  }

  void the_status_line_says_what_the_figures_are_for() {
    auto* subject = ui_->find<QLabel>(u"statusSubject"_s);
    QCOMPARE(subject->text(), u"Estimate for DeepSpeed 0.19.6"_s);
    Plan plan = ui_->model().plan();
    plan.training.framework = Framework::fsdp;
    ui_->model().propose(plan, {u"Framework"_s});
    QVERIFY2(subject->text().contains(u"FSDP"), qPrintable(subject->text()));
  }
  void undo_says_what_it_took_back() {
    Plan plan = ui_->model().plan();
    plan.training.micro_batch_size = 4;
    ui_->model().propose(plan, {u"Micro batch"_s, u"1"_s, u"4"_s});
    ui_->trigger(u"edit.undo"_s);
    QCOMPARE(ui_->window->statusBar()->currentMessage(), u"Taken back: Micro batch 1 → 4"_s);
    ui_->trigger(u"edit.redo"_s);
    QCOMPARE(ui_->window->statusBar()->currentMessage(), u"Made again: Micro batch 1 → 4"_s);
  }

  void what_the_search_may_change_of_the_program_is_allowed_for_one_plan_data() {
    QTest::addColumn<QString>("how");
    QTest::addColumn<bool>("is_kept");
    QTest::newRow("new") << u"new"_s << false;
    QTest::newRow("a plan file") << u"file"_s << false;
    QTest::newRow("a training file") << u"training"_s << false;
    QTest::newRow("a link") << u"link"_s << false;
    QTest::newRow("a ds_config of the same plan") << u"config"_s << true;
    QTest::newRow("a change") << u"change"_s << true;
  }
  void what_the_search_may_change_of_the_program_is_allowed_for_one_plan() {
    QFETCH(QString, how);
    QFETCH(bool, is_kept);
    auto* choice = ui_->window->findChild<ChoiceModel*>();
    Requirements requirements = choice->requirements();
    requirements.freedom.fused_loss = true;
    choice->setRequirements(requirements);
    if (how == u"new") ui_->trigger(u"file.new"_s);
    if (how == u"file")
      QVERIFY(ui_->window->openFile(
          ui_->write(u"other.zplan.json"_s, R"({"model": {"preset": "gpt-2-xl-1.5b"}})")));
    if (how == u"training")
      ui_->window->openFile(ui_->write(u"axolotl.yml"_s,
                                       "base_model: meta-llama/Llama-2-7b-hf\nmicro_batch_size: 2\n"
                                       "gradient_accumulation_steps: 4\nsequence_len: 2048\n"));
    if (how == u"link") QVERIFY(ui_->window->openUrl(toQt(link_of(ui_->model().document()))));
    if (how == u"config")
      ui_->window->openFile(ui_->write(u"a.ds_config.json"_s, R"({"train_micro_batch_size_per_gpu": 4})"));
    if (how == u"change") {
      Plan plan = ui_->model().plan();
      plan.training.micro_batch_size = 4;
      ui_->model().propose(plan, {u"Micro batch"_s});
    }
    QCOMPARE(choice->requirements().freedom.fused_loss, is_kept);
    QAction* allowed = ui_->find<QAction>(u"mayChange.fused-loss"_s);
    emit ui_->find<QMenu>(u"wantedBar.menu"_s)->aboutToShow();
    QCOMPARE(allowed->isChecked(), is_kept);
  }

  void a_new_plan_keeps_nothing_of_the_earlier_one() {
    ui_->dropFile(ui_->write(u"run.log"_s, death.toUtf8()));
    ui_->window->openFile(
        ui_->write(u"a.ds_config.json"_s, R"({"train_micro_batch_size_per_gpu": 4, "foo": 1})"));
    QVERIFY(ui_->window->openedConfig().isOpen());
    ui_->model().undoStack().setClean();
    ui_->trigger(u"file.new"_s);
    QVERIFY(!ui_->window->openedConfig().isOpen());
    QVERIFY(ui_->window->run().isEmpty());
    QVERIFY(!ui_->find<MessageBar>(u"messageBar"_s)->isVisible());
  }
};

ZP_TEST(CalmTest)
#include "calm_test.moc"
