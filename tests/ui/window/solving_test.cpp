// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QMenu>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>

#include "core/search/choice_words.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/inputs/input_row.h"
#include "ui/model/choice_model.h"
#include "ui/model/text.h"
#include "ui/window/message_bar.h"
#include "ui/window/solve_controller.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of solving for a number, from the menu or the number's own menu to the plan that has it.
class SolvingTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  void the_answer_is_said_and_one_button_takes_it() {
    const Plan before = ui_->model().plan();
    ui_->trigger(u"plan.solve.max-micro-batch"_s);
    QVERIFY(bar_->isVisible() && bar_->sentence().contains(u"searching"));
    solving_->finish();
    const auto expected = solve(before, Unknown::micro_batch, {true, Requirements()});
    QVERIFY(expected);
    QCOMPARE(bar_->sentence(), toQt(sentence_of(expected, Unknown::micro_batch, before)));
    QTest::mouseClick(button(u"Take it"_s), Qt::LeftButton);
    QVERIFY(ui_->model().plan() == expected->candidate.plan);
    QCOMPARE(ui_->model().plan().training.micro_batch_size, expected->value);
    ui_->trigger(u"edit.undo"_s);
    QVERIFY(ui_->model().plan() == before);
  }

  void where_nothing_fits_it_says_so() {
    Plan plan = ui_->model().plan();
    plan.cluster.gpu.memory_gib = 1;
    plan.cluster.cpu_memory_gib = 1;
    ui_->model().propose(plan, {u"Less memory"_s});
    ui_->trigger(u"plan.solve.max-sequence-length"_s);
    solving_->finish();
    QVERIFY2(bar_->sentence().contains(u"nothing runs"), qPrintable(bar_->sentence()));
  }

  void a_search_that_is_stopped_says_nothing_more() {
    ui_->trigger(u"plan.solve.max-parameters"_s);
    QTest::mouseClick(button(u"Stop"_s), Qt::LeftButton);
    solving_->finish();
    QVERIFY(!bar_->isVisible());
  }

  void a_long_search_tells_how_far_it_is_and_escape_stops_it() {
    searchThoroughly();
    ui_->trigger(u"plan.solve.max-parameters"_s);
    QTRY_VERIFY2(bar_->sentence().contains(u'%'), qPrintable(bar_->sentence()));
    QTest::keyClick(ui_->window.get(), Qt::Key_Escape);
    QVERIFY(!bar_->isVisible());
    solving_->finish();
    QCoreApplication::processEvents();
    QVERIFY(!bar_->isVisible());
  }

  void escape_takes_back_what_is_typed_before_it_stops_a_search() {
    searchThoroughly();
    ui_->trigger(u"plan.solve.max-parameters"_s);
    auto* spin = ui_->find<QDoubleSpinBox>(u"microBatch.spin"_s);
    const QString before = spin->text();
    spin->setFocus();
    spin->selectAll();
    QTest::keyClicks(spin, u"7"_s);
    QTest::keyClick(spin, Qt::Key_Escape);
    QCOMPARE(spin->text(), before);
    QVERIFY(bar_->isVisible());
    QTest::keyClick(spin, Qt::Key_Escape);
    QVERIFY(!bar_->isVisible());
  }

  void another_question_drops_the_one_before() {
    const Plan plan = ui_->model().plan();
    ui_->trigger(u"plan.solve.max-micro-batch"_s);
    ui_->trigger(u"plan.solve.max-sequence-length"_s);
    solving_->finish();
    QCOMPARE(bar_->sentence(), answerTo(Unknown::sequence_length, plan));
  }

  void what_is_answered_is_the_plan_as_it_stands() {
    ui_->trigger(u"plan.solve.max-sequence-length"_s);
    QTest::keyClick(ui_->find<QSlider>(u"microBatch.slider"_s), Qt::Key_Right);  // during the search
    solving_->finish();
    QCOMPARE(bar_->sentence(), answerTo(Unknown::sequence_length, ui_->model().plan()));
    QTest::keyClick(ui_->find<QSlider>(u"microBatch.slider"_s), Qt::Key_Right);  // after the answer
    QVERIFY(!bar_->isVisible());
  }

  void a_change_leaves_what_others_say() {
    ui_->trigger(u"plan.solve.max-sequence-length"_s);
    solving_->finish();
    ui_->window->warn(u"Something else."_s);
    QTest::keyClick(ui_->find<QSlider>(u"microBatch.slider"_s), Qt::Key_Right);
    QVERIFY(bar_->isVisible());
    QCOMPARE(bar_->sentence(), u"Something else."_s);
  }

  void a_plan_that_cannot_be_estimated_has_no_edge() {
    Plan plan = ui_->model().plan();
    plan.training.micro_batch_size = 0;
    ui_->model().propose(plan, {u"None"_s});
    ui_->trigger(u"plan.solve.max-sequence-length"_s);
    QVERIFY2(bar_->sentence().contains(u"cannot be estimated"), qPrintable(bar_->sentence()));
  }

  void a_number_s_own_menu_solves_for_it_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("action");
    QTest::newRow("micro batch") << u"microBatch"_s << u"plan.solve.max-micro-batch"_s;
    QTest::newRow("sequence") << u"sequenceLength"_s << u"plan.solve.max-sequence-length"_s;
    QTest::newRow("model") << u"parameters"_s << u"plan.solve.max-parameters"_s;
    QTest::newRow("GPUs") << u"gpusPerNode"_s << u"plan.solve.min-gpus"_s;
    QTest::newRow("GPU memory") << u"gpuMemory"_s << u"plan.solve.min-gpu-memory"_s;
    QTest::newRow("host memory") << u"cpuMemory"_s << u"plan.solve.min-host-memory"_s;
    QTest::newRow("network") << u"interNodeSpeed"_s << u"plan.solve.min-network"_s;
  }
  void a_number_s_own_menu_solves_for_it() {
    QFETCH(QString, id);
    QFETCH(QString, action);
    QAction* solve = ui_->window->actions().find(action);
    QVERIFY(ui_->find<InputRow>(id)->actions().contains(solve));
    QVERIFY(ui_->find<QMenu>(u"solveMenu"_s)->actions().contains(solve));
  }

 private:
  void prepare() override {
    bar_ = ui_->window->findChild<MessageBar*>();
    solving_ = ui_->window->findChild<SolveController*>();
    QVERIFY(bar_ && solving_);
  }

  static QString answerTo(Unknown unknown, const Plan& plan) {
    return toQt(sentence_of(solve(plan, unknown, {true, Requirements()}), unknown, plan));
  }

  /// Allows every setting to change, which makes a search take minutes.
  void searchThoroughly() {
    ui_->trigger(u"view.choice"_s);  // this view holds the choice of what may change
    for (auto* action : ui_->window->findChildren<QAction*>())
      if (action->objectName().startsWith(u"mayChange.") && !action->isChecked()) action->trigger();
  }

  QPushButton* button(const QString& text) {
    for (auto* button : bar_->findChildren<QPushButton*>())
      if (button->isVisible() && button->text() == text) return button;
    qFatal("there is no button %s", qPrintable(text));
  }

  MessageBar* bar_ = nullptr;
  SolveController* solving_ = nullptr;
};

ZP_TEST(SolvingTest)
#include "solving_test.moc"
