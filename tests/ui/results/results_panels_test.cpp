// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>
#include <QtTest>

#include "core/memory/explain.h"
#include "core/memory/timeline.h"
#include "core/plan_file/plan_file.h"
#include "core/reference/differences.h"
#include "core/report/reference_figures.h"
#include "core/search/choice_words.h"
#include "core/sharding/edits.h"
#include "core/units/format.h"
#include "tests/support/test_main.h"
#include "tests/ui/choice_fixture.h"
#include "ui/charts/bar_chart.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/step_chart.h"
#include "ui/memory/memory_view.h"
#include "ui/memory/step_memory_data.h"
#include "ui/model/text.h"
#include "ui/model/time_parts.h"
#include "ui/results/explanation_panel.h"
#include "ui/results/issues_list.h"
#include "ui/results/others_view.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of chart, explanation, issues and other estimators: what they show of one plan.
class ResultsPanelsTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    plan_ = std::make_unique<test::ChoiceFixture>();
    model_ = &plan_->model;
    settings_ = &plan_->settings;
  }

  void keys_that_no_figure_counts_stand_behind_the_issues() {
    model_->proposeDocument(read_plan(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3},
                              "deepspeed_config": {"compile": {"deepcompile": true, "free_activation": true}}})"),
                            {u"Open"_s});
    IssuesList list(*model_, plan_->choice);
    const std::size_t issues = model_->results().issues.size();
    auto* row = list.findChild<QLabel*>(u"notice.%1.sentence"_s.arg(issues));
    QVERIFY(row != nullptr);
    QVERIFY2(row->text().contains(u"Not counted: deepspeed_config.compile.free_activation: Activations"),
             qPrintable(row->text()));
  }
  void a_click_on_a_bar_adopts_its_strategy() {
    MemoryView view(*model_, *settings_, plan_->run);
    show(view);
    const MemoryChart& chart = view.chart();
    QTest::mouseClick(&view.chart(), Qt::LeftButton, {}, chart.itemRect(4).center().toPoint());
    QVERIFY(strategy_of(model_->plan()) == all_strategies()[4]);
    QVERIFY(chart.bars().rows[4].selected);
    QCOMPARE(model_->undoStack().count(), 1);
  }
  void a_mark_stands_in_the_row_of_its_moment_also_where_sequences_are_generated() {
    Plan plan = model_->plan();
    plan.training.method.method = Method::grpo;
    model_->propose(plan, {u"Method"_s});
    for (const Moment moment : {Moment::generate, Moment::backward_first, Moment::step, Moment::save}) {
      MeasuredDifference seen;
      seen.quantity = ObservedQuantity::gpu_allocated;
      seen.measured = seen.predicted = 4e9;
      seen.moments = Moments::of(moment);
      const StepChartData data = stepMemoryData(model_->results(), QString(), {seen});
      for (const BarRow& row : data.bars.rows)
        QCOMPARE(row.marks.size(), row.label == toQt(title_of(moment)) ? 1U : 0U);
    }
  }
  void arrows_in_the_chart_adopt_too() {
    MemoryView view(*model_, *settings_, plan_->run);
    show(view);
    view.chart().setFocus();
    QTest::keyClick(&view.chart(), Qt::Key_Down);
    QVERIFY(strategy_of(model_->plan()) == all_strategies()[3]);
    QTest::keyClick(&view.chart(), Qt::Key_Home);
    QVERIFY(strategy_of(model_->plan()) == all_strategies()[0]);
  }
  void the_rest_is_shown_on_demand_and_the_own_strategy_always() {
    MemoryView view(*model_, *settings_, plan_->run);
    show(view);
    QCOMPARE(view.chart().bars().rows.size(), main_strategy_count);
    model_->adopt({3, Device::none, Device::cpu});
    QCOMPARE(view.chart().bars().rows.size(), main_strategy_count + 1);
    QVERIFY(view.chart().bars().rows.back().selected);
    QTest::mouseClick(view.findChild<QCheckBox*>(u"allStrategies"_s), Qt::LeftButton, {}, QPoint(8, 8));
    QCOMPARE(view.chart().bars().rows.size(), all_strategies().size());
    QVERIFY(settings_->allStrategies());
  }
  void an_impossible_plan_leaves_the_last_chart_greyed() {
    MemoryView view(*model_, *settings_, plan_->run);
    show(view);
    const double total = view.chart().bars().rows[2].total();
    model_->propose(edits::set_hidden_size(model_->plan(), 4100), {u"Hidden size"_s});
    QVERIFY(view.chart().bars().stale);
    QCOMPARE(view.chart().bars().stale_text, u"showing last valid plan"_s);
    QCOMPARE(view.chart().bars().rows[2].total(), total);
  }
  void the_chart_describes_itself() {
    MemoryView view(*model_, *settings_, plan_->run);
    show(view);
    QVERIFY(!view.chart().accessibleName().isEmpty());
    QVERIFY(view.chart().accessibleDescription().contains(u"ZeRO-2"));
  }

  void the_switch_shows_one_step_and_is_remembered() {
    {
      MemoryView view(*model_, *settings_, plan_->run);
      show(view);
      QVERIFY(view.chart().isVisible() && !view.stepChart().isVisible());
      QSignalSpy changed(&view, &MemoryView::stepShownChanged);
      QTest::mouseClick(view.findChild<QRadioButton*>(u"memoryView.overStep"_s), Qt::LeftButton);
      QVERIFY(!view.chart().isVisible() && view.stepChart().isVisible());
      QVERIFY(!view.findChild<QCheckBox*>(u"allStrategies"_s)->isVisible());
      QCOMPARE(changed.count(), 1);
    }
    MemoryView again(*model_, *settings_, plan_->run);
    show(again);
    QVERIFY(again.isStepShown() && again.stepChart().isVisible());
    again.setStepShown(false);
    QVERIFY(again.chart().isVisible() && !settings_->stepChart());
    QVERIFY(!again.chart().bars().rows.empty());
  }
  void one_step_shows_the_chosen_strategy_and_follows_it() {
    MemoryView view(*model_, *settings_, plan_->run);
    show(view);
    view.setStepShown(true);
    const auto agrees = [&] {
      const StepChartData& step = view.stepChart().data();
      const GpuMemory& gpu = model_->results().evaluation.figures.estimate.gpu;
      const BarRow& peak = step.bars.rows[static_cast<std::size_t>(step.peak)];
      return std::abs(peak.total() - to_gib(gpu.peak)) < 1e-6 && step.bars.limit == to_gib(gpu.capacity) &&
             step.peak_text.contains(toQt(format_gib(gpu.peak))) && peak.low == to_gib(gpu.likely_peak.low) &&
             step.bars.rows.size() ==
                 timeline(model_->results().evaluation.figures.estimate, Place::gpu).moments().size();
    };
    QVERIFY(agrees());
    const QString before = view.stepChart().data().peak_text;
    model_->adopt({3, Device::cpu, Device::cpu});
    QVERIFY(agrees());
    QVERIFY(view.stepChart().data().peak_text != before);
    QVERIFY(view.stepChart().data().bars.axis_title.contains(u"ZeRO-3"));
    model_->propose(edits::set_hidden_size(model_->plan(), 4100), {u"Hidden size"_s});
    QVERIFY(view.stepChart().data().bars.stale);
    QVERIFY(agrees());
  }
  void a_step_that_does_not_fit_says_so_at_its_peak() {
    model_->adopt({0, Device::none, Device::none});
    MemoryView view(*model_, *settings_, plan_->run);
    show(view);
    view.setStepShown(true);
    const StepChartData& step = view.stepChart().data();
    QVERIFY2(step.peak_text.contains(u"✗ +"), qPrintable(step.peak_text));
    QVERIFY(view.stepChart().accessibleDescription().contains(u"does not fit, the peak"));
  }
  void a_click_on_a_segment_of_the_selected_bar_opens_its_formula() {
    MemoryView view(*model_, *settings_, plan_->run);
    show(view);
    auto* chart = view.findChild<MemoryChart*>(u"memoryChart"_s);
    const auto press = [&](const QString& strategy) {
      QTest::mouseClick(chart, Qt::LeftButton, {},
                        chart->rectOf(strategy, u"Optimizer states"_s).center().toPoint());
    };
    press(u"ZeRO-3"_s);  // chooses the strategy
    QVERIFY(!view.isExplanationShown());
    press(u"ZeRO-3"_s);
    QVERIFY(view.isExplanationShown());
  }
  void the_menu_of_a_segment_opens_its_formula() {
    MemoryView view(*model_, *settings_, plan_->run);
    show(view);
    auto* chart = view.findChild<MemoryChart*>(u"memoryChart"_s);
    QMenu menu;
    emit chart->menuRequested(&menu, rowNamed(chart->bars(), u"ZeRO-2"_s),
                              static_cast<int>(ChartComponent::optimizer_states));
    menu.findChild<QAction*>(u"whyNumber"_s)->trigger();
    QVERIFY(view.isExplanationShown());
    QMenu of_another;
    emit chart->menuRequested(&of_another, rowNamed(chart->bars(), u"ZeRO-3"_s), -1);
    of_another.findChild<QAction*>(u"useStrategy"_s)->trigger();
    QCOMPARE(model_->plan().zero.stage, 3);
  }
  void a_click_on_an_area_leads_to_its_words() {
    MemoryView view(*model_, *settings_, plan_->run);
    show(view);
    view.setStepShown(true);
    QCoreApplication::processEvents();
    const StepChart& chart = view.stepChart();
    const int peak = chart.data().peak;
    const int part = static_cast<int>(ChartComponent::optimizer_states);
    QTest::mouseClick(&view.stepChart(), Qt::LeftButton, {}, chart.partRect(peak, part).center().toPoint());
    QVERIFY(view.isExplanationShown());
    auto* text = view.findChild<QTextBrowser*>(u"explanation"_s);
    QTRY_VERIFY(text->verticalScrollBar()->value() > 0);
  }

  void the_explanation_names_every_entry_with_bytes_formula_and_source() {
    model_->adopt({3, Device::cpu, Device::none});
    MemoryView view(*model_, *settings_, plan_->run);
    show(view);
    QTest::mouseClick(view.findChild<QToolButton*>(u"why"_s), Qt::LeftButton);
    const QString text = view.findChild<QTextBrowser*>(u"explanation"_s)->toPlainText().simplified();
    QVERIFY(!model_->results().evaluation.figures.estimate.ledger.entries().empty());
    const Explanations explanations(model_->plan(), model_->results().evaluation.figures.estimate.ledger);
    for (const Entry& entry : model_->results().evaluation.figures.estimate.ledger.entries()) {
      const Explanation& words = explanations.of(entry.id);
      for (const QString& part :
           {toQt(words.title), toQt(words.line), toQt(words.source), toQt(format_bytes(entry.bytes))})
        QVERIFY2(text.contains(part.simplified()), qPrintable(part));
    }
  }
  void the_explanation_leads_to_the_control() {
    MemoryView view(*model_, *settings_, plan_->run);
    show(view);
    view.setExplanationShown(true);
    QSignalSpy requested(&view, &MemoryView::settingRequested);
    emit view.findChild<QTextBrowser*>(u"explanation"_s)
        ->anchorClicked(QUrl(u"plan:zero.reduce_bucket_size"_s));
    QCOMPARE(requested.count(), 1);
    QCOMPARE(requested.front().front().toString(), u"zero.reduce_bucket_size"_s);
  }
  void the_explanation_takes_the_chart_s_place_where_the_window_is_narrow() {
    MemoryView view(*model_, *settings_, plan_->run);
    show(view);
    view.setExplanationShown(true);
    auto* panel = view.findChild<ExplanationPanel*>(u"explanationPanel"_s);
    view.resize(1000, 600);
    QTRY_VERIFY(view.chart().isVisible() && panel->mapTo(&view, QPoint()).x() > 300);
    view.resize(620, 500);
    QTRY_VERIFY(panel->isVisible() && !view.chart().isVisible());
    QTest::mouseClick(view.findChild<QToolButton*>(u"explanationPanel.close"_s), Qt::LeftButton);
    QVERIFY(view.chart().isVisible() && !panel->isVisible());
  }

  void issues_come_with_buttons_that_work() {
    model_->adopt({0, Device::none, Device::none});
    IssuesList list(*model_, plan_->choice);
    list.resize(800, 120);
    list.show();
    plan_->choice.finish();
    const Option best = *plan_->choice.choice().best;
    const Plan best_plan = with_pick(model_->plan(), best.pick);
    auto* sentence = list.findChild<QLabel*>(u"notice.0.sentence"_s);
    QVERIFY(sentence->text().contains(toQt(model_->results().issues.front().message)));
    QVERIFY2(sentence->text().contains(toQt("Use " + title_of(best, plan_->choice.choice().present.pick))),
             qPrintable(sentence->text()));
    auto* apply = list.findChild<QPushButton*>(u"notice.0.apply"_s);
    QVERIFY(apply->isVisible());
    QVERIFY(!apply->accessibleName().isEmpty());
    const int steps = model_->undoStack().count();
    QTest::mouseClick(apply, Qt::LeftButton);
    QVERIFY(model_->results().evaluation.figures.estimate.fits());
    QVERIFY(model_->plan() == best_plan);
    QCOMPARE(model_->undoStack().count(), steps + 1);
  }
  void a_click_while_the_best_plan_is_searched_for_is_kept() {
    IssuesList list(*model_, plan_->choice);
    list.resize(800, 120);
    list.show();
    plan_->choice.finish();
    model_->adopt({0, Device::none, Device::none});
    auto* apply = list.findChild<QPushButton*>(u"notice.0.apply"_s);
    QVERIFY(!plan_->choice.isCurrent() && apply->isVisible());
    QTest::mouseClick(apply, Qt::LeftButton);
    QCOMPARE(model_->plan().zero.stage, 0);
    plan_->choice.finish();
    QVERIFY(model_->results().evaluation.figures.estimate.fits());
  }
  void a_way_out_that_should_not_be_run_has_no_button() {
    model_->proposeDocument(
        read_plan(R"({"model": {"preset": "llama-3.1-70b"}, "cluster": {"gpus_per_node": 2,
                              "gpu": {"preset": "rtx-4090-24gb"}}})"),
        {u"Open"_s});
    IssuesList list(*model_, plan_->choice);
    list.show();
    plan_->choice.finish();
    QVERIFY(
        list.findChild<QLabel*>(u"notice.0.sentence"_s)->text().contains(u"should not be run like this"_s));
    QVERIFY(!list.findChild<QPushButton*>(u"notice.0.apply"_s)->isVisible());
  }
  void the_way_out_of_a_plan_for_which_nothing_runs_is_other_hardware() {
    Plan plan = model_->plan();
    plan.cluster.gpu.memory_gib = 4;
    plan.cluster.gpus_per_node = 1;
    plan.cluster.nodes = 1;
    model_->propose(plan, {u"one small GPU"_s});
    IssuesList list(*model_, plan_->choice);
    list.show();
    plan_->choice.finish();
    QVERIFY(!plan_->choice.choice().best);
    QVERIFY(list.findChild<QLabel*>(u"notice.0.sentence"_s)->text().contains(u"No plan fits"_s));
    QVERIFY(!list.findChild<QPushButton*>(u"notice.0.apply"_s)->isVisible());
  }
  void a_change_with_which_a_plan_fits_is_offered_once_it_is_known() {
    Plan plan = model_->plan();
    plan.training.sequence_length = 16'384;
    plan.cluster.gpu.memory_gib = 16;
    model_->propose(plan, {u"long and small"_s});
    IssuesList list(*model_, plan_->choice);
    list.show();
    plan_->choice.finish();
    QTRY_VERIFY(plan_->choice.wayOut() != nullptr);
    const auto* sentence = list.findChild<QLabel*>(u"notice.0.sentence"_s);
    QTRY_VERIFY2(sentence->text().contains(u"one does with: "_s), qPrintable(sentence->text()));
  }
  void the_worst_issue_is_in_sight_after_apply() {
    IssuesList list(*model_, plan_->choice);
    list.resize(500, 90);
    list.show();
    list.verticalScrollBar()->setValue(list.verticalScrollBar()->maximum());
    QVERIFY(list.verticalScrollBar()->value() > 0);
    for (std::size_t i = 0; i < model_->results().issues.size(); ++i) {
      auto* apply = list.findChild<QPushButton*>(u"notice.%1.apply"_s.arg(i));
      if (!apply->isVisible()) continue;
      QTest::mouseClick(apply, Qt::LeftButton);
      break;
    }
    QCOMPARE(list.verticalScrollBar()->value(), 0);
    list.verticalScrollBar()->setValue(list.verticalScrollBar()->maximum());
    model_->adopt({0, Device::none, Device::none});  // brings another worst issue
    QCOMPARE(list.verticalScrollBar()->value(), 0);
  }
  void no_issue_in_sight_is_cut_data() {
    QTest::addColumn<int>("height");
    for (int height = 60; height <= 200; height += 7)
      QTest::addRow("%d", height) << height;
  }
  void no_issue_in_sight_is_cut() {
    QFETCH(int, height);
    IssuesList list(*model_, plan_->choice);
    list.resize(500, height);
    list.show();
    model_->adopt({0, Device::none, Device::none});  // other issues than in the layout
    for (int i = 0; i < 4; ++i)
      QCoreApplication::processEvents();
    const QRect sight = list.viewport()->rect();
    int whole = 0;
    for (std::size_t i = 0; i < model_->results().issues.size(); ++i) {
      const auto* row = list.findChild<QWidget*>(u"notice.%1"_s.arg(i));
      const QRect place(row->mapTo(list.viewport(), QPoint()), row->size());
      if (sight.contains(place)) ++whole;
      QVERIFY(i == 0 || sight.contains(place) || !sight.intersects(place));
    }
    QVERIFY(whole > 0 || height < 70);
  }
  void an_issue_leads_to_its_control() {
    IssuesList list(*model_, plan_->choice);
    list.resize(800, 200);
    list.show();
    QSignalSpy requested(&list, &IssuesList::settingRequested);
    for (std::size_t i = 0; i < model_->results().issues.size(); ++i) {
      auto* show = list.findChild<QPushButton*>(u"notice.%1.show"_s.arg(i));
      if (!show->isVisible()) continue;
      QTest::mouseClick(show, Qt::LeftButton);
      QCOMPARE(requested.count(), 1);
      QCOMPARE(requested.front().front().toString(), toQt(model_->results().issues[i].path));
      return;
    }
    QFAIL("no issue has a Show button");
  }

  void every_other_estimator_has_its_say() {
    OthersView view(*model_);
    show(view);
    QString text;
    for (const QLabel* label : view.findChildren<QLabel*>())
      if (label->isVisibleTo(&view)) text += label->text() + u'\n';
    for (const Estimator estimator : all_estimators) {
      QVERIFY2(text.contains(toQt(title_of(estimator))), title_of(estimator).data());
      QVERIFY2(text.contains(toQt(differences(estimator).front())), title_of(estimator).data());
    }
  }
  void each_estimator_has_a_bar_and_a_click_leads_to_its_section() {
    OthersView view(*model_);
    show(view);
    auto* chart = view.findChild<BarChart*>(u"othersChart"_s);
    const BarChartData& bars = chart->bars();
    QCOMPARE(bars.rows.size(), all_estimators.size() + 1);
    QVERIFY(bars.rows[0].high > bars.rows[0].low);
    QVERIFY(std::abs(bars.rows[0].total() - to_gib(model_->results().evaluation.figures.estimate.gpu.peak)) <
            1e-6);
    for (const BarRow& row : bars.rows) {
      QCOMPARE(row.parts.size(), bars.series.size());
      QVERIFY2(row.total_text.contains(u"median error"), qPrintable(row.total_text));
      QVERIFY2(row.spoken.contains(u"median error"), qPrintable(row.spoken));
    }
    auto* scroll = view.findChild<QScrollArea*>(u"othersView.scroll"_s);
    QTest::mouseClick(chart, Qt::LeftButton, {}, chart->itemRect(3).center().toPoint());
    QVERIFY(scroll->verticalScrollBar()->value() > chart->height());
    Plan plan = model_->plan();
    plan.zero.stage = 1;
    model_->propose(plan, {});
    QVERIFY(chart->bars().rows[2].spoken.contains(u"no figure"));  // DeepSpeed has none for stage 1
  }
  void figures_of_other_estimators_follow_the_plan() {
    OthersView view(*model_);
    show(view);
    Plan plan = model_->plan();
    plan.training.micro_batch_size *= 2;
    model_->propose(plan, {});
    const auto expected = reference_figures(plan, model_->results().evaluation.figures.estimate);
    const auto tables = view.findChildren<QTableView*>();
    QCOMPARE(static_cast<std::size_t>(tables.size()), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const QTableView& table = *tables[static_cast<qsizetype>(i)];
      QCOMPARE(table.accessibleName(), toQt(title_of(expected[i].estimator)));
      int row = 0;
      for (const Figure& figure : expected[i].figures) {
        if (figure.name == "note") {
          bool is_told = false;
          for (const QLabel* label : view.findChildren<QLabel*>())
            is_told = is_told || (label->isVisibleTo(&view) && label->text() == toQt(text_of(figure)));
          QVERIFY(is_told);
          continue;
        }
        QCOMPARE(table.model()->index(row, 0).data().toString(), toQt(label_of(figure)));
        QCOMPARE(table.model()->index(row, 1).data().toString(), toQt(text_of(figure)));
        ++row;
      }
      QCOMPARE(table.model()->rowCount(), row);
      QCOMPARE(table.verticalScrollBar()->maximum(), 0);
    }
  }

 private:
  static void show(QWidget& view) {
    view.resize(900, 500);
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
  }

  std::unique_ptr<test::ChoiceFixture> plan_;
  Settings* settings_ = nullptr;
  PlanModel* model_ = nullptr;
};

ZP_TEST(ResultsPanelsTest)
#include "results_panels_test.moc"
