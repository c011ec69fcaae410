// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/scenarios.h"

#include <QDialog>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>

#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_link.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/charts/memory_chart.h"
#include "ui/model/dialogs.h"
#include "ui/window/message_bar.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of several named plans in one file, in the window.
class ScenariosWindowTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  void one_is_added_changed_and_left_again() {
    QVERIFY(!ui_->window->actions().find(u"scenario.next"_s)->isEnabled());
    QVERIFY(button()->isHidden());
    add(u"Stage 3"_s);
    QTRY_VERIFY(button()->isVisible());
    QCOMPARE(button()->text(), u"Stage 3"_s);
    ui_->model().adopt({3, Device::none, Device::none});
    QTest::keyClick(ui_->window.get(), Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(button()->text(), u"Base"_s);
    QCOMPARE(ui_->model().plan().zero.stage, 2);
    QTest::keyClick(ui_->window.get(), Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(ui_->model().plan().zero.stage, 3);
  }
  void every_step_is_undone() {
    const PlanDocument before = ui_->model().document();
    add(u"A"_s);
    dialogs::setNextText(u"B"_s);
    ui_->trigger(u"scenario.rename"_s);
    QCOMPARE(button()->text(), u"B"_s);
    ui_->trigger(u"scenario.next"_s);
    ui_->trigger(u"scenario.remove"_s);
    QTRY_VERIFY(button()->isHidden());
    QVERIFY(ui_->model().undoStack().undoText().contains(u"Base"));
    for (int step = 0; step < 4; ++step)
      ui_->trigger(u"edit.undo"_s);
    QVERIFY(ui_->model().document() == before);
    QVERIFY(!ui_->model().isModified());
    ui_->trigger(u"edit.redo"_s);
    QCOMPARE(button()->text(), u"A"_s);
  }
  void they_are_saved_and_opened_again() {
    add(u"A & B"_s);
    ui_->model().adopt({3, Device::none, Device::none});
    QVERIFY(ui_->model().isModified());
    const QString path = ui_->path(u"two.zplan.json"_s);
    dialogs::setNextFileName(path);
    ui_->trigger(u"file.save"_s);
    QVERIFY(!ui_->model().isModified());
    test::WindowFixture other;
    QVERIFY(other.window->openFile(path));
    QCOMPARE(scenarios_of(other.model().document()).all.size(), std::size_t{2});
    QCOMPARE(other.find<QToolButton>(u"toolBar.scenario"_s)->text(), u"A && B"_s);
    QCOMPARE(other.model().plan().zero.stage, 3);
  }
  void a_file_with_a_broken_one_is_refused_with_its_place() {
    const QString path = ui_->write(
        u"broken.zplan.json"_s,
        R"({"model": {"preset": "gpt2"}, "scenarios": [{"name": "A"}, {"name": "B", "plan": {}}]})");
    QVERIFY(!ui_->window->openFile(path));
    QVERIFY2(message().contains(u"scenarios.1.plan"), qPrintable(message()));
  }
  void an_import_keeps_them_and_a_link_has_them() {
    add(u"A"_s);
    QVERIFY(ui_->dropFile(ui_->write(
        u"ds_config.json"_s,
        R"({"train_micro_batch_size_per_gpu": 4, "zero_optimization": {"stage": 1}, "bf16": {"enabled": true}})")));
    QCOMPARE(ui_->model().plan().zero.stage, 1);
    QCOMPARE(button()->text(), u"A"_s);
    const std::string link = link_of(ui_->model().document());
    test::WindowFixture other;
    QVERIFY(other.window->openUrl(QString::fromStdString(link)));
    QCOMPARE(other.find<QToolButton>(u"toolBar.scenario"_s)->text(), u"A"_s);
  }
  void a_name_is_taken_once() {
    add(u"A"_s);
    add(u"Base"_s);
    QVERIFY2(message().contains(u"already"), qPrintable(message()));
    QCOMPARE(scenarios_of(ui_->model().document()).all.size(), std::size_t{2});
  }
  void they_stand_side_by_side() {
    add(u"Stage 3"_s);
    ui_->model().adopt({3, Device::none, Device::none});
    ui_->trigger(u"scenario.compare"_s);
    auto* dialog = ui_->find<QDialog>(u"scenarioDialog"_s);
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    auto* chart = ui_->find<MemoryChart>(u"scenarioComparison.chart"_s);
    QCOMPARE(chart->bars().rows.size(), std::size_t{2});
    QVERIFY(chart->bars().rows[1].selected);
    const auto* table = ui_->find<QTableView>(u"scenarioComparison.table"_s)->model();
    QStringList settings;
    for (int row = 0; row < table->rowCount(); ++row)
      settings << table->index(row, 0).data().toString() + u' ' + table->index(row, 1).data().toString() +
                      u' ' + table->index(row, 2).data().toString();
    QVERIFY2(settings.contains(u"Stage 2 3"), qPrintable(settings.join(u'\n')));
    QVERIFY2(settings.filter(u"NVMe"_s).isEmpty(), qPrintable(settings.join(u'\n')));  // no plan has any
    QVERIFY(
        ui_->find<QTextBrowser>(u"scenarioComparison.configs"_s)->toPlainText().contains(u"\"stage\": 2"));
    QTest::mouseClick(chart, Qt::LeftButton, {}, chart->rectOf(u"Base"_s).center().toPoint());
    QCOMPARE(ui_->model().plan().zero.stage, 2);
    QVERIFY(chart->bars().rows[0].selected);
    dialog->close();
  }
  void a_gpu_that_one_of_them_leaves_open_has_its_name_too() {
    add(u"Other GPU"_s);
    Plan next = ui_->model().plan();
    next.cluster.gpu =
        read_plan(R"({"model": {"preset": "gpt2"}, "cluster": {"gpu": {"preset": "l40s-48gb"}}})")
            .plan.cluster.gpu;
    ui_->model().propose(next, {u"GPU"_s});
    ui_->trigger(u"scenario.compare"_s);
    auto* dialog = ui_->find<QDialog>(u"scenarioDialog"_s);
    const auto* table = ui_->find<QTableView>(u"scenarioComparison.table"_s)->model();
    QStringList cells;
    for (int row = 0; row < table->rowCount(); ++row)
      if (table->index(row, 0).data().toString() == u"GPU, preset")
        cells << table->index(row, 1).data().toString() << table->index(row, 2).data().toString();
    QCOMPARE(cells, (QStringList{u"A100 SXM4 80GB"_s, u"L40S 48GB"_s}));
    dialog->close();
  }

 private:
  void add(const QString& name) {
    dialogs::setNextText(name);
    ui_->trigger(u"scenario.add"_s);
  }
  QToolButton* button() { return ui_->find<QToolButton>(u"toolBar.scenario"_s); }
  QString message() { return ui_->find<MessageBar>(u"messageBar"_s)->sentence(); }
};

ZP_TEST(ScenariosWindowTest)
#include "scenarios_test.moc"
