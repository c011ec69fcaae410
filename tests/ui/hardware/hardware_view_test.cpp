// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/hardware/hardware_view.h"

#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTextBrowser>
#include <QtTest>
#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/plan_file/scenarios.h"
#include "core/report/words.h"
#include "core/units/format.h"
#include "tests/support/test_main.h"
#include "tests/ui/choice_fixture.h"
#include "ui/charts/scatter_chart.h"
#include "ui/model/text.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of the Hardware view: what it shows of one job, and how it answers mouse and keys.
class HardwareViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    plan_ = std::make_unique<test::ChoiceFixture>();
    model_ = &plan_->model;
    Plan plan = model_->plan();
    plan.training.lora.rank = 16;
    plan.training.tokens = 1e9;
    model_->propose(plan, {u"LoRA"_s});
    view_ = std::make_unique<HardwareView>(*model_, plan_->choice);
    view_->resize(900, 480);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get()));
    QTRY_VERIFY(view_->machines().isCurrent());
  }
  void cleanup() {
    view_.reset();
    plan_.reset();
  }

  void chart_and_table_show_the_ranking() {
    const MachineRanking& ranking = *view_->machines().ranking();
    QVERIFY(ranking.machines.size() > 100);
    const ScatterChartData& data = view_->chart().data();
    QCOMPARE(data.line_count, static_cast<int>(ranking.frontier.size()));
    const MachineFigures& best = ranking.machines[static_cast<std::size_t>(ranking.best)];
    QCOMPARE(data.points[static_cast<std::size_t>(data.best)].x, best.run.wall_hours);
    QCOMPARE(data.points[static_cast<std::size_t>(data.best)].y, best.cost());
    QVERIFY(data.tip(data.best).contains(toQt(best.job.machine.id())));
    QCOMPARE(table()->model()->rowCount(), static_cast<int>(ranking.order.size()));
    QVERIFY(table()->model()->index(0, 4).data().toString().startsWith(u"★ "_s));
    QVERIFY(words().contains(u"with saves and failures"_s));
    QVERIFY(words().contains(u"Not among them"_s));
  }

  void a_deadline_and_a_budget_leave_out_what_exceeds_them() {
    const auto before = view_->machines().ranking();
    const double deadline =
        before->machines[static_cast<std::size_t>(before->frontier.front())].run.wall_hours * 1.01;
    emit view_->chart().limitsMoved(deadline, 0);
    const auto after = view_->machines().ranking();
    QVERIFY(after->order.size() < before->order.size());
    QCOMPARE(view_->chart().data().most_x.at, deadline);
    for (const int index : after->order)
      QVERIFY(after->machines[static_cast<std::size_t>(index)].run.wall_hours <= deadline);
    QVERIFY(words().contains(u"done in"_s));
  }

  void the_grips_drag_deadline_and_budget() {
    ScatterChart& chart = view_->chart();
    const QRectF plot = chart.plotRect();
    for (const QRectF& grip : {chart.mostGrip(), chart.yGrip()})
      QVERIFY(!grip.isEmpty());
    const QPoint from = chart.mostGrip().center().toPoint();
    QTest::mousePress(&chart, Qt::LeftButton, {}, from);
    QTest::mouseMove(&chart, QPoint(qRound(plot.center().x()), from.y()));
    QTest::mouseRelease(&chart, Qt::LeftButton, {}, QPoint(qRound(plot.center().x()), from.y()));
    const double hours = view_->machines().limits().deadline_hours;
    QVERIFY(hours > 0);
    const QPoint top = chart.yGrip().center().toPoint();
    QTest::mousePress(&chart, Qt::LeftButton, {}, top);
    QTest::mouseMove(&chart, QPoint(top.x(), qRound(plot.center().y())));
    QTest::mouseRelease(&chart, Qt::LeftButton, {}, QPoint(top.x(), qRound(plot.center().y())));
    QVERIFY(view_->machines().limits().budget > 0);
    QCOMPARE(view_->machines().limits().deadline_hours, hours);
    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_Home, Qt::ShiftModifier);
    QCOMPARE(view_->machines().limits(), MachineLimits());
  }

  void a_click_looks_and_a_double_click_adopts() {
    const ScatterChartData& data = view_->chart().data();
    const Plan before = model_->plan();
    const QPoint at = view_->chart().placeOf(data.best).toPoint();
    QTest::mouseClick(&view_->chart(), Qt::LeftButton, {}, at);
    QCOMPARE(model_->plan(), before);
    const auto ranking = view_->machines().ranking();
    const MachineFigures best = ranking->machines[static_cast<std::size_t>(ranking->best)];
    emit view_->chart().doubleActivated(data.best);
    QCOMPARE(model_->plan().cluster.gpu.preset->id, best.job.machine.gpu);
    QCOMPARE(model_->plan().cluster.gpus_per_node, best.job.machine.gpus);
    // The plan estimates to the figures that the view showed.
    QCOMPARE(model_->results().evaluation.figures.throughput.tokens_per_s, best.tokens_per_s);
    QVERIFY(model_->undoStack().undoText().contains(toQt(machine_title(best.job))));
    model_->undoStack().undo();
    QCOMPARE(model_->plan(), before);
  }

  void return_in_the_table_and_the_button_adopt() {
    const Plan before = model_->plan();
    table()->setCurrentIndex(table()->model()->index(1, 0));
    QTest::keyClick(table(), Qt::Key_Return);
    QVERIFY(!(model_->plan() == before));
    model_->undoStack().undo();
    QTRY_VERIFY(view_->machines().isCurrent());
    view_->findChild<QPushButton*>(u"hardwareView.adopt"_s)->click();
    QVERIFY(!(model_->plan() == before));
  }

  void a_provider_can_be_left_out() {
    auto* menu = view_->findChild<QMenu*>(u"hardwareView.menu"_s);
    auto* aws = menu->findChild<QAction*>(u"provider.aws"_s);
    QVERIFY(aws->isChecked());
    aws->trigger();
    QTRY_VERIFY(view_->machines().isCurrent());
    for (const MachineFigures& one : view_->machines().ranking()->machines)
      QVERIFY(one.job.machine.provider != "aws");
  }

  void nothing_is_searched_out_of_sight() {
    view_->hide();
    Plan plan = model_->plan();
    plan.training.tokens = 2e9;
    model_->propose(plan, {u"Tokens"_s});
    QVERIFY(!view_->machines().isCurrent());
    QTest::qWait(0);
    QVERIFY(!view_->machines().isCurrent());
    view_->show();
    QTRY_VERIFY(view_->machines().isCurrent());
  }

  void ticked_machines_go_side_by_side_as_scenarios_and_undo_takes_them_back() {
    auto* compare = view_->findChild<QPushButton*>(u"hardwareView.compare"_s);
    QVERIFY(!compare->isEnabled());
    const MachineRanking ranking = *view_->machines().ranking();
    QStringList named;
    int ticked = 0;
    for (int row = 0; row < table()->model()->rowCount() && ticked < 2; ++row) {
      const QModelIndex box = table()->model()->index(row, 0);
      if (!box.data(Qt::CheckStateRole).isValid()) continue;  // the plan's own cluster stands there anyway
      QVERIFY(table()->model()->setData(box, Qt::Checked, Qt::CheckStateRole));
      named << toQt(ranking.machines[static_cast<std::size_t>(ranking.order[static_cast<std::size_t>(row)])]
                        .job.machine.id());
      ++ticked;
    }
    QCOMPARE(ticked, 2);
    QSignalSpy asked(view_.get(), &HardwareView::comparisonRequested);
    QTest::mouseClick(compare, Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
    const Scenarios scenarios = scenarios_of(model_->document(), model_->presets());
    QCOMPARE(scenarios.all.size(), 3U);
    QCOMPARE(scenarios.present, 0U);  // looking changes no plan
    QVERIFY(toQt(scenarios.all[1].name).endsWith(named[0]));
    QVERIFY(scenarios.all[1].document.plan.cluster != model_->plan().cluster);
    model_->undoStack().undo();
    QVERIFY(scenarios_of(model_->document(), model_->presets()).empty());
  }

 private:
  [[nodiscard]] QTableView* table() const { return view_->findChild<QTableView*>(u"hardwareTable"_s); }
  [[nodiscard]] QString words() const {
    return view_->findChild<QTextBrowser*>(u"hardwareView.words"_s)->toPlainText();
  }

  std::unique_ptr<test::ChoiceFixture> plan_;
  PlanModel* model_ = nullptr;
  std::unique_ptr<HardwareView> view_;
};

ZP_TEST(HardwareViewTest)
#include "hardware_view_test.moc"
