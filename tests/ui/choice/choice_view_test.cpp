// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choice/choice_view.h"

#include <QAction>
#include <QComboBox>
#include <QMenu>
#include <QPushButton>
#include <QSlider>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>
#include <QtTest>
#include <algorithm>
#include <functional>

#include "core/search/choice_words.h"
#include "core/sharding/edits.h"
#include "core/units/format.h"
#include "tests/support/test_main.h"
#include "tests/ui/choice_fixture.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/scatter_chart.h"
#include "ui/choice/config_comparison.h"
#include "ui/choice/pinned_plans.h"
#include "ui/inputs/elided_text.h"
#include "ui/model/text.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of the Choice view: what it shows of one plan, and how it answers mouse and keys.
class ChoiceViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    plan_ = std::make_unique<test::ChoiceFixture>();
    model_ = &plan_->model;
    choice_ = &plan_->choice;
    view_ = std::make_unique<ChoiceView>(*model_, *choice_);
    view_->resize(900, 480);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get()));
    QTRY_VERIFY(choice_->isPictureCurrent());
  }
  void cleanup() {
    view_.reset();
    plan_.reset();
  }

  void it_shows_frontier_best_and_this_plan() {
    const ScatterChartData& data = view_->chart().data();
    QCOMPARE(data.line_count, static_cast<int>(choice_->picture().frontier.size()));
    QVERIFY(data.points.size() > choice_->picture().corners.size());
    const ScatterPoint& best = data.points[static_cast<std::size_t>(data.best)];
    QCOMPARE(best.x, to_gib(shown_peak(*choice_->choice().best, model_->plan())));
    QCOMPARE(best.y, tokens_per_s(*choice_->choice().best, model_->plan()));
    const ScatterPoint& present = data.points[static_cast<std::size_t>(data.present)];
    QCOMPARE(present.x, to_gib(model_->results().evaluation.figures.estimate.gpu.peak));
    QCOMPARE(data.capacity, to_gib(model_->results().evaluation.figures.estimate.gpu.capacity));
    const QString tip = data.tip(data.best);
    QVERIFY(tip.contains(
        toQt(title_of(*choice_->choice().best, choice_->choice().present.pick)).toHtmlEscaped()));
    QVERIFY(
        tip.contains(toQt(summary_of(*choice_->choice().best, choice_->choice().capacity, model_->plan()))));
    QVERIFY(tip.endsWith(u"Double click adopts it, Ctrl+click pins it"));
    QCOMPARE(view_->findChild<ElidedText*>(u"choiceView.verdict"_s)->text(),
             toQt(answer_of(choice_->choice(), model_->plan())));
  }
  /// DeepSpeed has no pipeline at stages 2 and 3: such a plan has room, and still cannot be had.
  void a_plan_that_fits_and_is_refused_is_faint_and_says_why() {
    Plan plan = model_->plan();
    plan.training.pipeline_parallel = 2;
    plan.zero = {};
    plan.zero.stage = 1;
    model_->propose(plan, {u"Pipeline"_s});
    choice_->finish();
    QTRY_VERIFY(choice_->isPictureCurrent());
    const ScatterChartData& data = view_->chart().data();
    int refused = 0;
    for (int i = 0; i < static_cast<int>(data.points.size()); ++i) {
      const ScatterPoint& point = data.points[static_cast<std::size_t>(i)];
      const bool is_sharded = point.color == SeriesColor::ofStage(3);
      if (!is_sharded || data.tip(i).contains(u"Does not fit"_s)) continue;
      QVERIFY2(point.faint && data.tip(i).contains(u"DeepSpeed refuses it"_s), qPrintable(data.tip(i)));
      ++refused;
    }
    QVERIFY(refused > 0);
  }
  void without_a_frontier_there_is_no_empty_table() {
    const auto* table = view_->findChild<QTableView*>(u"frontierTable"_s);
    QVERIFY(table->isVisible());
    Plan plan = model_->plan();
    plan.cluster.gpu.memory_gib = 1;
    model_->propose(plan, {u"GPU memory"_s});
    choice_->finish();
    QTRY_VERIFY(choice_->isPictureCurrent());
    QVERIFY(choice_->picture().frontier.empty());
    QTRY_VERIFY(!table->isVisible());
  }
  /// A plan has one figure of memory, in the chart, its tip and the table beside it, and in the answer.
  void every_plan_has_one_figure_of_memory() {
    const ScatterChartData& data = view_->chart().data();
    for (std::size_t i = 0; i < choice_->picture().frontier.size(); ++i) {
      const QString shown = toQt(format_gib_value(from_gib(data.points[i].x)));
      const QString tip = data.tip(static_cast<int>(i));
      QVERIFY2(tip.contains(shown + u" of "_s), qPrintable(shown + u" in "_s + tip));
    }
    const auto* table = view_->findChild<QTableView*>(u"frontierTable"_s)->model();
    const QString best = toQt(format_gib_value(shown_peak(*choice_->choice().best, model_->plan())));
    bool is_found = false;
    for (int row = 0; row < table->rowCount(); ++row)
      if (table->index(row, 2).data().toString().startsWith(u"★")) {
        QCOMPARE(table->index(row, 0).data().toString(), best);
        is_found = true;
      }
    QVERIFY(is_found);
  }
  void a_row_of_the_frontier_is_adopted_from_its_menu() {
    auto* table = view_->findChild<QTableView*>(u"frontierTable"_s);
    int row = 0;
    while (table->model()->index(row, 2).data().toString().contains(u"this plan"))
      ++row;
    table->setCurrentIndex(table->model()->index(row, 0));
    const QPoint at = table->visualRect(table->currentIndex()).center();
    emit table->customContextMenuRequested(at);
    auto* menu = table->findChild<QMenu*>(u"tableMenu"_s);
    QVERIFY(menu != nullptr);
    QAction* adopt = table->findChild<QAction*>(u"frontier.adopt"_s);
    QVERIFY(menu->actions().contains(adopt));
    menu->close();
    const Plan before = model_->plan();
    adopt->trigger();
    QVERIFY(model_->plan() != before);
    model_->undoStack().undo();
    QCOMPARE(model_->plan(), before);
  }
  void offloaded_plans_are_hollow_and_what_does_not_fit_is_faint() {
    const ScatterChartData& data = view_->chart().data();
    for (std::size_t i = 0; i < choice_->picture().frontier.size(); ++i) {
      const Strategy strategy = strategy_of(choice_->picture().frontier[i]);
      QCOMPARE(data.points[i].hollow, strategy.reaches(Device::cpu) || strategy.reaches(Device::nvme));
      QVERIFY(!data.points[i].faint);
    }
    QVERIFY(std::ranges::any_of(data.points, [&](const ScatterPoint& point) { return point.faint; }));
  }
  void a_click_on_a_point_looks_and_a_double_click_adopts_it_in_one_step() {
    ScatterChart& chart = view_->chart();
    const Plan before = model_->plan();
    const QPoint at = chart.placeOf(0).toPoint();
    QTest::mouseClick(&chart, Qt::LeftButton, {}, at);
    QVERIFY(model_->plan() == before);
    const auto* table = view_->findChild<QTableView*>(u"frontierTable"_s);
    QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
    QTest::mouseDClick(&chart, Qt::LeftButton, {}, at);
    QVERIFY(model_->plan() == with_pick(before, choice_->picture().frontier.front().pick));
    QCOMPARE(model_->undoStack().count(), 1);
    QVERIFY(model_->undoStack().undoText().startsWith(u"Adopt "));
    QTRY_VERIFY(choice_->isPictureCurrent());
    QCOMPARE(chart.data().present, 0);
  }

  void keys_walk_the_frontier_and_return_adopts() {
    const Plan before = model_->plan();
    view_->chart().setFocus();
    QTest::keyClick(&view_->chart(), Qt::Key_Home);
    QTest::keyClick(&view_->chart(), Qt::Key_Right);
    QVERIFY(model_->plan() == before);
    QTest::keyClick(&view_->chart(), Qt::Key_Return);
    QVERIFY(model_->plan() == with_pick(before, choice_->picture().frontier[1].pick));
  }
  void the_table_lists_the_frontier_and_return_adopts_a_row() {
    auto* table = view_->findChild<QTableView*>(u"frontierTable"_s);
    std::vector<Option> rows = choice_->picture().frontier;
    if (std::ranges::find(rows, choice_->choice().best->pick, &Option::pick) == rows.end())
      rows.push_back(*choice_->choice().best);
    std::ranges::stable_sort(rows, std::greater(), &Option::gpu);
    QCOMPARE(table->model()->rowCount(), static_cast<int>(rows.size()));
    const Plan before = model_->plan();
    table->setFocus();
    table->setCurrentIndex(table->model()->index(2, 0));
    QTest::keyClick(table, Qt::Key_Return);
    QVERIFY(model_->plan() == with_pick(before, rows[2].pick));
  }
  void it_says_why_not_the_others() {
    const QString text = view_->findChild<QTextBrowser*>(u"choiceView.words"_s)->toPlainText().simplified();
    QVERIFY(!choice_->choice().families.empty());
    for (const Family& family : choice_->choice().families)
      if (!(family.strategy == strategy_of(*choice_->choice().best)))
        QVERIFY2(text.contains(toQt(why_not(family, choice_->choice(), model_->plan())).simplified()),
                 label_of(family.strategy).c_str());
    QVERIFY(text.contains(toQt(why_best(choice_->choice(), model_->plan())).simplified()));
    const QString others = text.mid(text.indexOf(u"Why not"));
    QVERIFY(others.indexOf(u"ZeRO-0") < others.indexOf(u"ZeRO-3"));  // what does not fit comes first
  }
  void and_what_would_help_next() {
    choice_->finish();
    const QString text = view_->findChild<QTextBrowser*>(u"choiceView.words"_s)->toPlainText().simplified();
    QVERIFY(!choice_->outlook().changes.empty());
    for (const Sensitivity& change : choice_->outlook().changes)
      QCOMPARE(text.contains(toQt(sensitivity_line(change)).simplified()), is_worth_a_line(change));
  }
  void a_dragged_limit_narrows_the_search() {
    ScatterChart& chart = view_->chart();
    const QPoint grip = chart.mostGrip().center().toPoint();
    const QPoint aim(qRound(chart.placeOf(chart.data().line_count / 2).x()), grip.y());
    QTest::mousePress(&chart, Qt::LeftButton, {}, grip);
    QTest::mouseMove(&chart, aim);
    QTest::mouseRelease(&chart, Qt::LeftButton, {}, aim);
    QVERIFY(choice_->requirements().most_gpu > Bytes(0));
    QTRY_VERIFY(choice_->isPictureCurrent());
    QVERIFY(choice_->choice().best->gpu <= choice_->requirements().most_gpu);
    for (const Option& option : choice_->picture().frontier)
      QVERIFY(option.gpu <= choice_->requirements().most_gpu);
    QTest::mouseDClick(&chart, Qt::LeftButton, {}, chart.mostGrip().center().toPoint());
    QCOMPARE(choice_->requirements().most_gpu, Bytes(0));
  }
  void the_odds_are_set_by_a_slider() {
    auto* odds = view_->findChild<QMenu*>(u"wantedBar.menu"_s)->findChild<QSlider*>(u"wantedBar.odds"_s);
    QCOMPARE(odds->value(), 90);
    odds->setValue(60);
    QCOMPARE(choice_->requirements().fit.confidence, 0.6);
    choice_->finish();
    QVERIFY(choice_->choice().best);
    const Plan best = with_pick(model_->plan(), choice_->choice().best->pick);
    QVERIFY(fit_odds(best, estimate_memory(best)).both >= 0.6);
    odds->setValue(90);
    choice_->finish();
  }
  void what_may_change_and_the_objective_are_chosen_above() {
    auto* menu = view_->findChild<QMenu*>(u"wantedBar.menu"_s);
    const auto is_switch = [](const QAction* action) { return action->isCheckable(); };
    QCOMPARE(std::ranges::count_if(menu->actions(), is_switch), std::ssize(freedom_rows()));
    const FreedomRow& row = freedom_rows().front();
    auto* action = menu->findChild<QAction*>(u"mayChange."_s + toQt(row.name));
    QCOMPARE(action->isChecked(), Freedom().*row.member);
    action->trigger();
    QCOMPARE(choice_->requirements().freedom.*row.member, !(Freedom().*row.member));
    QVERIFY(plan_->settings.mayChange() == choice_->requirements().freedom);
    auto* objective = view_->findChild<QComboBox*>(u"wantedBar.objective"_s);
    objective->setFocus();
    QTest::keyClick(objective, Qt::Key_End);
    QCOMPARE(choice_->requirements().objective, Objective::simplicity);
  }
  void plans_are_pinned_and_compared_below() {
    auto* pinned = view_->findChild<PinnedPlans*>(u"pinnedPlans"_s);
    QVERIFY(!pinned->isVisible());
    const Plan before = model_->plan();
    QTest::mouseClick(view_->findChild<QPushButton*>(u"choiceView.pin"_s), Qt::LeftButton);
    ScatterChart& chart = view_->chart();
    QTest::mouseClick(&chart, Qt::LeftButton, Qt::ControlModifier, chart.placeOf(0).toPoint());
    QTest::mouseClick(&chart, Qt::LeftButton, Qt::ControlModifier,
                      chart.placeOf(0).toPoint());  // a second pin of the same option adds no row
    QVERIFY(pinned->isVisible());
    const std::vector<BarRow>& rows = pinned->chart().bars().rows;
    QCOMPARE(rows.size(), std::size_t(2));
    QVERIFY(rows[0].selected && !rows[0].total_text.contains(u'%') && rows[1].total_text.endsWith(u'%'));
    QVERIFY(std::abs(rows[0].total() - to_gib(model_->results().evaluation.figures.estimate.gpu.peak)) <
            1e-6);
    const Option frugal = choice_->picture().frontier.front();
    QVERIFY(rows[1].total() < rows[0].total());
    QTest::mouseClick(&pinned->chart(), Qt::LeftButton, {}, pinned->chart().itemRect(1).center().toPoint());
    QVERIFY(model_->plan() == with_pick(before, frugal.pick));
    QVERIFY(rows[1].selected && !rows[0].selected);
    model_->undoStack().undo();
    QTest::mouseClick(view_->findChild<QToolButton*>(u"pinnedPlans.unpin.0"_s), Qt::LeftButton);
    QCOMPARE(pinned->chart().bars().rows.size(), std::size_t(1));
    QTest::mouseClick(view_->findChild<QToolButton*>(u"pinnedPlans.unpin.0"_s), Qt::LeftButton);
    QVERIFY(!pinned->isVisible());
  }
  void a_pinned_plan_of_another_model_names_it_and_no_percentage() {
    auto* pinned = view_->findChild<PinnedPlans*>(u"pinnedPlans"_s);
    pinned->pin(with_pick(model_->plan(), choice_->picture().frontier.front().pick), u"plan"_s);
    const std::vector<BarRow>& rows = pinned->chart().bars().rows;
    QVERIFY(rows[0].total_text.endsWith(u'%') && !rows[0].label.contains(u"Llama"));
    Plan longer = model_->plan();
    longer.training.sequence_length = 8192;
    model_->propose(longer, {u"Sequence length"_s});
    QVERIFY2(rows[0].label.endsWith(u", Llama 2 7B, 4,096 tok"), qPrintable(rows[0].label));
    QVERIFY(!rows[0].total_text.contains(u'%'));
    choice_->beginNewPlan();
    QVERIFY(!pinned->isVisible());
  }
  void a_new_plan_is_searched_for_speed_and_without_limits() {
    Requirements requirements = choice_->requirements();
    requirements.objective = Objective::memory;
    requirements.least_tokens_per_s = 5;
    requirements.freedom.nvme = false;
    choice_->setRequirements(requirements);
    choice_->beginNewPlan();
    QCOMPARE(choice_->requirements().objective, Objective::throughput);
    QVERIFY(choice_->requirements().least_tokens_per_s == Requirements().least_tokens_per_s);
    QVERIFY(!choice_->requirements().freedom.nvme);  // a habit stays
    QCOMPARE(plan_->settings.objective(), Objective::throughput);
  }
  void of_five_pinned_plans_the_first_goes() {
    auto* pinned = view_->findChild<PinnedPlans*>(u"pinnedPlans"_s);
    for (std::size_t i = 0; i < PinnedPlans::most + 1; ++i)
      pinned->pin(with_pick(model_->plan(), choice_->picture().frontier[i].pick), u"plan"_s);
    QCOMPARE(pinned->chart().bars().rows.size(), PinnedPlans::most);
  }
  void configs_of_pinned_plans_are_compared_line_by_line() {
    auto* table = view_->findChild<QTableView*>(u"frontierTable"_s);
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClick(table, Qt::Key_P);
    QTest::mouseClick(view_->findChild<QPushButton*>(u"pinnedPlans.configs"_s), Qt::LeftButton);
    auto* text = view_->findChild<QTextBrowser*>(u"configComparison.text"_s);
    QVERIFY(text->isVisible());
    QVERIFY2(text->toPlainText().contains(u"\n+ "), qPrintable(text->toPlainText()));
    QVERIFY(text->toPlainText().contains(u"\n- "));
    const QString same = configComparisonHtml(model_->document(), {{u"A <b>"_s, model_->document()}});
    QVERIFY(same.contains(u"A &lt;b&gt;") && same.contains(u"same"));
  }
  void a_model_of_tensors_has_a_table_but_no_chart() {
    Plan plan = model_->plan();
    plan.model = model_from_tensors({{4096, 4096, 32}});
    model_->propose(plan, {u"Model"_s});
    QTRY_VERIFY(choice_->isPictureCurrent());
    QVERIFY(!view_->chart().isVisible());
    QVERIFY(view_->findChild<QTableView*>(u"frontierTable"_s)->isVisible());
  }
  void where_nothing_runs_it_says_what_comes_nearest() {
    Plan plan = model_->plan();
    plan.cluster.gpu.memory_gib = 1;
    plan.cluster.cpu_memory_gib = 1;
    plan.cluster.nvme.capacity_gib = 1;
    model_->propose(plan, {u"Plan"_s});
    QTRY_VERIFY(choice_->isPictureCurrent());
    QCOMPARE(view_->chart().data().line_count, 0);
    QCOMPARE(view_->chart().data().best, -1);
    QVERIFY(!view_->findChild<ElidedText*>(u"choiceView.verdict"_s)->text().isEmpty());
  }
  void an_impossible_plan_leaves_the_last_chart_greyed() {
    const std::size_t points = view_->chart().data().points.size();
    model_->propose(edits::set_hidden_size(model_->plan(), 4100), {u"Hidden size"_s});
    QVERIFY(view_->chart().data().stale);
    QCOMPARE(view_->chart().data().points.size(), points);
  }
  void hidden_it_asks_for_no_picture() {
    view_->hide();
    Plan plan = model_->plan();
    plan.training.micro_batch_size = 2;
    model_->propose(plan, {u"Micro batch"_s});
    choice_->finish();
    QVERIFY(choice_->isCurrent() && !choice_->isPictureCurrent());
    view_->show();
    QTRY_VERIFY(choice_->isPictureCurrent());
    QVERIFY(!view_->chartForExport().toImage().isNull());
  }

  void what_needs_the_program_is_allowed_for_one_plan() {
    Requirements requirements = choice_->requirements();
    requirements.freedom.fused_loss = true;
    requirements.freedom.nvme = false;
    choice_->setRequirements(requirements);
    QVERIFY(choice_->requirements().freedom.fused_loss);
    choice_->beginPlan();
    QVERIFY(!choice_->requirements().freedom.fused_loss);
    QVERIFY(!choice_->requirements().freedom.nvme);  // a habit stays
  }

 private:
  std::unique_ptr<test::ChoiceFixture> plan_;
  PlanModel* model_ = nullptr;
  ChoiceModel* choice_ = nullptr;
  std::unique_ptr<ChoiceView> view_;
};

ZP_TEST(ChoiceViewTest)
#include "choice_view_test.moc"
