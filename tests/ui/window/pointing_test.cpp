// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolTip>

#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/charts/line_chart.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/step_chart.h"
#include "ui/config/config_text.h"
#include "ui/config/entry_bar.h"
#include "ui/inputs/elided_text.h"
#include "ui/window/view_tabs.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests that pointing at something in one view marks the same in every other: lines and their bytes,
/// strategies, numbers of GPUs.
class PointingTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  void a_line_of_the_config_lights_up_its_bytes() {
    ui_->window->showView(u"config"_s);
    const int bucket = lineWith(u"\"reduce_bucket_size\""_s);
    moveTo(bucket);
    QStringList lit;
    for (int i = 0; i < static_cast<int>(bar().entries().size()); ++i)
      if (bar().isLit(i)) lit << bar().entries()[static_cast<std::size_t>(i)].text;
    QVERIFY2(lit.join(u' ').contains(u"Reduce bucket"), qPrintable(lit.join(u' ')));
    QVERIFY(lit.size() < static_cast<qsizetype>(bar().entries().size()));
    QVERIFY2(words().startsWith(u"reduce_bucket_size: "), qPrintable(words()));
    QVERIFY2(bar().accessibleDescription().contains(u"Lit: Reduce bucket"),
             qPrintable(bar().accessibleDescription()));
    QVERIFY(ui_->find<QTextBrowser>(u"configDetails"_s)->toPlainText().contains(u"reduce_bucket_size"));
    leave(*text().viewport(), text());
    QVERIFY2(!words().startsWith(u"reduce_bucket_size"), qPrintable(words()));
  }
  void the_bar_shows_every_byte_of_the_peak() {
    ui_->window->showView(u"config"_s);
    Bytes sum;
    for (const BarEntry& entry : bar().entries())
      sum = sum + entry.bytes;
    QCOMPARE(sum, ui_->model().results().evaluation.figures.estimate.gpu.peak);
    double right = 0;
    for (int i = 0; i < static_cast<int>(bar().entries().size()); ++i) {
      QVERIFY(bar().entryRect(i).left() >= right - 0.01);
      right = bar().entryRect(i).right();
    }
    QVERIFY(right <= bar().width());
  }
  void bytes_in_the_bar_mark_the_lines_that_decide_on_them() {
    ui_->window->showView(u"config"_s);
    const int entry = entryOf(EntryId::states_optimizer);
    const int stage = lineWith(u"\"stage\""_s);
    QTest::mouseMove(&bar(), bar().entryRect(entry).center().toPoint());
    QVERIFY(text().isMarked(stage));
    QVERIFY(!text().isMarked(lineWith(u"\"gradient_clipping\""_s)));
    QVERIFY2(bar().tipOf(entry).contains(u"stage (line %1)"_s.arg(stage + 1)),
             qPrintable(bar().tipOf(entry)));
    QTest::mouseClick(&bar(), Qt::LeftButton, {}, bar().entryRect(entry).center().toPoint());
    QVERIFY2(text().isMarked(text().textCursor().blockNumber()), qPrintable(lineNow()));
    leave(bar(), bar());
    QVERIFY(!text().isMarked(stage));
  }
  void the_bar_goes_by_keys() {
    ui_->window->showView(u"config"_s);
    bar().setFocus();
    QTest::keyClick(&bar(), Qt::Key_Home);
    const int last = static_cast<int>(bar().entries().size()) - 1;
    for (int i = 0; i < entryOf(EntryId::states_optimizer); ++i)
      QTest::keyClick(&bar(), Qt::Key_Right);
    QVERIFY(bar().isLit(entryOf(EntryId::states_optimizer)));
    QVERIFY(text().isMarked(lineWith(u"\"stage\""_s)));
    QVERIFY(bar().accessibleDescription().startsWith(u"Optimizer states"));
    QTest::keyClick(&bar(), Qt::Key_End);
    QVERIFY(bar().isLit(last));
    QToolTip::hideText();
  }
  void a_segment_of_the_memory_chart_leads_to_its_lines() {
    auto* chart = ui_->find<MemoryChart>(u"memoryChart"_s);
    const QRectF states = chart->rectOf(u"ZeRO-2"_s, u"Optimizer states"_s);
    QVERIFY2(chart->tipAt(states.center()).contains(u"stage (line "),
             qPrintable(chart->tipAt(states.center())));
    QVERIFY(!chart->tipAt(chart->rectOf(u"ZeRO-3"_s, u"Optimizer states"_s).center()).contains(u"(line "));
    QContextMenuEvent event(QContextMenuEvent::Mouse, states.center().toPoint(),
                            chart->mapToGlobal(states.center().toPoint()));
    QCoreApplication::sendEvent(chart, &event);
    auto* menu = ui_->find<QMenu>(u"governedMenu"_s);
    for (QAction* action : menu->actions())
      if (action->text().startsWith(u"stage")) action->trigger();
    QCOMPARE(ui_->window->currentView(), u"config"_s);
    QVERIFY2(lineNow().contains(u"\"stage\""), qPrintable(lineNow()));
    qobject_cast<QMenu*>(menu->parentWidget())->close();
  }
  void a_segment_that_is_clicked_stays_marked() {
    auto* chart = ui_->find<MemoryChart>(u"memoryChart"_s);
    const QPoint states = chart->rectOf(u"ZeRO-2"_s, u"Optimizer states"_s).center().toPoint();
    QTest::mouseClick(chart, Qt::LeftButton, {}, states);
    QVERIFY(!chart->litRect(static_cast<int>(ChartComponent::optimizer_states)).isEmpty());
    QVERIFY(chart->litRect(static_cast<int>(ChartComponent::parameters)).isEmpty());
    ui_->window->showView(u"config"_s);
    QVERIFY(text().isMarked(lineWith(u"\"stage\""_s)));
    ui_->window->showView(u"memory"_s);
    QTest::mouseClick(chart, Qt::LeftButton, {}, states);
    QVERIFY(chart->litRect(static_cast<int>(ChartComponent::optimizer_states)).isEmpty());
  }
  void the_explanation_links_to_the_line() {
    ui_->trigger(u"view.explanation"_s);
    auto* explanation = ui_->find<QTextBrowser>(u"explanation"_s);
    QVERIFY(explanation->toHtml().contains(u"config:zero_optimization.reduce_bucket_size"));
    emit explanation->anchorClicked(QUrl(u"config:zero_optimization.reduce_bucket_size"_s));
    QCOMPARE(ui_->window->currentView(), u"config"_s);
    QVERIFY(lineNow().contains(u"reduce_bucket_size"));
  }

  void a_view_stands_in_a_window_of_its_own_and_comes_back() {
    auto* chart = ui_->find<MemoryChart>(u"memoryChart"_s);
    ui_->trigger(u"view.apart"_s);
    auto* apart = ui_->find<QDialog>(u"memoryView.window"_s);
    QVERIFY(QTest::qWaitForWindowExposed(apart));
    QCOMPARE(chart->window(), apart);
    QVERIFY(ui_->window->actions().find(u"view.apart"_s)->isChecked());
    ui_->model().adopt({3, Device::none, Device::none});  // the view follows the plan
    QVERIFY(chart->bars().rows[4].selected);
    QTest::keyClick(apart, Qt::Key_Z, Qt::ControlModifier);  // the window's shortcuts work there too
    QCOMPARE(ui_->model().plan().zero.stage, 2);
    QTest::mouseClick(ui_->find<QPushButton>(u"views.back.0"_s), Qt::LeftButton);
    QCOMPARE(chart->window(), ui_->window.get());
    QVERIFY(chart->isVisible());
    QVERIFY(!ui_->window->actions().find(u"view.apart"_s)->isChecked());
  }
  void its_picture_can_be_exported_from_there_too() {
    const QImage within = copiedChart();
    QVERIFY(!within.isNull());
    ui_->trigger(u"view.apart"_s);
    QCOMPARE(copiedChart(), within);
    ui_->window->showView(u"speed"_s);
    const QImage speed = copiedChart();
    QVERIFY(speed != within);
    ui_->trigger(u"view.apart"_s);
    QCOMPARE(copiedChart(), speed);
    ui_->window->showView(u"table"_s);  // it has no chart of its own
    QCOMPARE(copiedChart(), within);
  }
  void a_strategy_is_marked_in_every_view_in_sight() {
    auto* memory = ui_->find<MemoryChart>(u"memoryChart"_s);
    ui_->trigger(u"view.apart"_s);
    ui_->window->showView(u"speed"_s);
    ui_->trigger(u"view.apart"_s);
    ui_->window->showView(u"table"_s);
    auto* speed = ui_->find<Chart>(u"speedChart"_s);
    auto* table = ui_->find<QTableView>(u"strategyTable"_s);
    QTRY_VERIFY(speed->isVisible() && memory->isVisible());
    memory->window()->move(3000, 0);  // moved away, so that the mouse is on no other window
    const auto tint = [table](int row) {
      return table->model()->index(row, 0).data(Qt::BackgroundRole).value<QBrush>().color();
    };
    const QImage before = ground(*speed, 4);
    QTest::mouseMove(memory, memory->rectOf(u"ZeRO-3"_s).center().toPoint());
    QTRY_VERIFY(ground(*speed, 4) != before);
    QCOMPARE(tint(4), themeColors().rowTint(false));
    leave(*memory, *memory);
    QTRY_COMPARE(ground(*speed, 4), before);
    QVERIFY(tint(4) != themeColors().rowTint(false));

    const QImage unmarked = ground(*memory, 1);
    table->setFocus();
    table->selectRow(1);  // selects the row as the arrow keys do
    QTRY_VERIFY(ground(*memory, 1) != unmarked);
  }
  void a_number_of_gpus_is_marked_in_both_curves() {
    ui_->window->showView(u"scaling"_s);
    auto* memory = ui_->find<LineChart>(u"memoryScaling"_s);
    auto* rate = ui_->find<LineChart>(u"throughputScaling"_s);
    QTRY_VERIFY(rate->data().columns.size() > 5);
    const QImage before = ground(*rate, 5);
    QTest::mouseMove(memory, memory->itemRect(5).center().toPoint());
    QTRY_VERIFY(ground(*rate, 5) != before);
    memory->setFocus();
    QTest::keyClick(memory, Qt::Key_Home);
    QTRY_COMPARE(ground(*rate, 5), before);
    QToolTip::hideText();
  }
  void a_moment_of_the_step_is_pointed_at() {
    ui_->trigger(u"view.step"_s);
    auto* step = ui_->find<StepChart>(u"stepChart"_s);
    step->setFocus();
    QTest::keyClick(step, Qt::Key_Home);
    QVERIFY(ui_->model().pointing().pointed().moment == Moment::loading);
    QTest::keyClick(step, Qt::Key_Right);
    QVERIFY(ui_->model().pointing().pointed().moment == Moment::initialisation);
    QToolTip::hideText();
  }

 private:
  /// Returns the picture that Edit ▸ Copy chart puts on the clipboard.
  QImage copiedChart() {
    QGuiApplication::clipboard()->clear();
    ui_->trigger(u"edit.copyChart"_s);
    return QGuiApplication::clipboard()->image();
  }

  ConfigText& text() { return *ui_->find<ConfigText>(u"configText"_s); }
  EntryBar& bar() { return *ui_->find<EntryBar>(u"configBar"_s); }
  QString words() { return ui_->find<ElidedText>(u"configBar.words"_s)->text(); }
  QString lineNow() { return text().textCursor().block().text(); }
  int lineWith(const QString& words) {
    for (QTextBlock block = text().document()->begin(); block.isValid(); block = block.next())
      if (block.text().contains(words)) return block.blockNumber();
    return -1;
  }
  int entryOf(EntryId id) {
    const auto found = std::ranges::find(bar().entries(), id, &BarEntry::id);
    return static_cast<int>(found - bar().entries().begin());
  }
  void moveTo(int line) {
    text().verticalScrollBar()->setValue(line);
    QTextCursor cursor(text().document()->findBlockByNumber(line));
    QTest::mouseMove(text().viewport(), text().cursorRect(cursor).center() + QPoint(20, 0));
  }
  /// Sends the events of a mouse that leaves the widget.
  static void leave(QWidget& under, QWidget& owner) {
    QEvent event(QEvent::Leave);
    QCoreApplication::sendEvent(&under, &event);
    if (&owner != &under) QCoreApplication::sendEvent(&owner, &event);
  }
  /// Returns a picture of the left end of a row, or of the middle of a column, without its neighbours.
  static QImage ground(Chart& chart, int item) {
    for (int turn = 0; turn < 4; ++turn)
      QApplication::processEvents();
    const QRect place = chart.itemRect(item).toAlignedRect();
    return chart.grab(QRect(place.topLeft() + QPoint(3, 3), QSize(6, 6))).toImage();
  }
};

ZP_TEST(PointingTest)
#include "pointing_test.moc"
