// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/speed/speed_view.h"

#include <QCheckBox>
#include <QLabel>
#include <QRadioButton>
#include <QSignalSpy>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <memory>

#include "core/speed/explain_time.h"
#include "core/speed/whole_run.h"
#include "core/units/format.h"
#include "tests/support/test_main.h"
#include "tests/ui/plan_fixture.h"
#include "ui/charts/line_chart.h"
#include "ui/charts/memory_chart.h"
#include "ui/memory/memory_view.h"
#include "ui/model/text.h"
#include "ui/model/time_parts.h"
#include "ui/speed/link_chart_data.h"
#include "ui/speed/speed_chart_data.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of the Speed tab: what it shows of one plan, and how it answers a click.
class SpeedViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    plan_ = std::make_unique<test::PlanFixture>();
    model_ = &plan_->model;
    settings_ = &plan_->settings;
    view_ = std::make_unique<SpeedView>(*model_, *settings_, plan_->run);
    view_->resize(900, 560);
  }
  void cleanup() { view_.reset(); }

  void rows_are_those_of_the_memory_view() {
    MemoryView memory(*model_, *settings_, plan_->run);
    memory.show();
    view_->show();
    const auto labels = [](const BarChartData& data) {
      QStringList names;
      for (const BarRow& row : data.rows)
        names << row.label + (row.selected ? u"*"_s : QString());
      return names;
    };
    QCOMPARE(labels(view_->chart().bars()), labels(memory.chart().bars()));
    model_->adopt({1, Device::cpu, Device::none});  // one of the other strategies, which adds a ninth row
    QCOMPARE(labels(view_->chart().bars()), labels(memory.chart().bars()));
    QCOMPARE(view_->chart().bars().rows.size(), main_strategy_count + 1);
    view_->findChild<QCheckBox*>(u"speedView.allStrategies"_s)->setChecked(true);
    QCOMPARE(view_->chart().bars().rows.size(), all_strategies().size());
    memory.hide();
    memory.show();  // the memory view shows the same rows again
    QCOMPARE(labels(view_->chart().bars()), labels(memory.chart().bars()));
  }
  void segments_sum_to_the_step_and_say_why() {
    const PlanResults& results = model_->results();
    const BarChartData data = speedChartData(results, main_strategy_count);
    QCOMPARE(data.series.size(), chart_time_count);
    for (std::size_t r = 0; r < main_strategy_count; ++r) {
      const StepTime& time = results.evaluation.candidates[r].time;
      const BarRow& row = data.rows[r];
      QVERIFY(std::abs(row.total() / time.total - 1) < 1e-9);
      QVERIFY(!time.range.is_known() || (row.low < time.total && row.high > time.total));
      QVERIFY(row.total_text.contains(toQt(format_seconds(time.total))));
      QVERIFY(row.total_text.endsWith(slowdownText(results.evaluation.candidates[r].slowdown)));
      const std::vector<TimeExplanation> explained =
          explain_time(results.evaluation.candidates[r].plan, time.ledger);
      const TimeExplanation& longest = *std::ranges::max_element(
          explained, {}, [](const TimeExplanation& words) { return words.entry.exposed(); });
      const QString details = row.parts[static_cast<std::size_t>(chartTimeOf(longest.entry.part))].details();
      QVERIFY2(details.contains(toQt(longest.formula)), qPrintable(details));
      QVERIFY(details.contains(toQt(longest.source)));
    }
  }
  void a_tip_is_no_wall() {
    const BarChartData data = speedChartData(model_->results(), main_strategy_count);
    for (const BarRow& row : data.rows)
      for (const BarPart& part : row.parts)
        QVERIFY2(part.details().count(u'\n') < 8, qPrintable(part.details()));
  }
  void what_does_not_fit_is_hatched_and_says_so() {
    const PlanResults& results = model_->results();
    const BarChartData data = speedChartData(results, main_strategy_count);
    int over = 0;
    for (std::size_t r = 0; r < main_strategy_count; ++r) {
      const bool fits = results.evaluation.candidates[r].estimate.fits();
      over += !fits;
      QCOMPARE(data.rows[r].hatched, !fits);
      QCOMPARE(data.rows[r].verdict == Verdict::over, !fits);
      QCOMPARE(data.rows[r].spoken.contains(u"does not fit"), !fits);
    }
    QVERIFY(over > 0 && over < static_cast<int>(main_strategy_count));
  }
  void a_click_adopts_the_strategy() {
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
    QTest::mouseClick(&view_->chart(), Qt::LeftButton, {}, view_->chart().itemRect(4).center().toPoint());
    QVERIFY(strategy_of(model_->plan()) == all_strategies()[4]);
    QVERIFY(view_->chart().bars().rows[4].selected);
    QCOMPARE(model_->undoStack().count(), 1);
    QTest::keyClick(&view_->chart(), Qt::Key_Up);
    QVERIFY(strategy_of(model_->plan()) == all_strategies()[3]);
  }
  void a_hidden_view_waits() {
    view_->show();
    const QString before = view_->chart().bars().rows[0].total_text;
    view_->hide();
    Plan plan = model_->plan();
    plan.training.micro_batch_size *= 4;
    model_->propose(plan, {u"Micro batch"_s});
    QCOMPARE(view_->chart().bars().rows[0].total_text, before);
    view_->show();
    QVERIFY(view_->chart().bars().rows[0].total_text != before);
  }

  void lines_are_the_stages_over_the_link_data() {
    QTest::addColumn<int>("nodes");
    QTest::addColumn<QString>("axis");
    QTest::newRow("one node") << 1 << u"link inside the node"_s;
    QTest::newRow("four nodes") << 4 << u"network between nodes"_s;
  }
  void lines_are_the_stages_over_the_link() {
    QFETCH(int, nodes);
    QFETCH(QString, axis);
    Plan plan = model_->plan();
    plan.cluster.nodes = nodes;
    model_->propose(plan, {u"Nodes"_s});
    view_->show();
    const LineChartData& data = view_->linkChart().data();
    QVERIFY(data.x.title.contains(axis));
    QCOMPARE(data.series.size(), swept_stage_count);
    const double today = nodes > 1 ? plan.cluster.inter_node.gb_per_s : plan.cluster.intra_node.gb_per_s;
    QCOMPARE(data.today.at, today);
    QVERIFY(data.today.text.contains(toQt(format_gb_per_s(today))));
    QVERIFY(!data.usual.empty());
    for (const LineTick& tick : data.usual)  // links that no node of NVIDIA's GPUs has
      QVERIFY2(!tick.text.contains(u"Gaudi") && !tick.text.contains(u"xGMI"), qPrintable(tick.text));
    for (std::size_t c = 0; c < data.columns.size(); ++c)
      if (data.columns[c].x == today)
        QCOMPARE(data.series[1].points[c].y, model_->results().evaluation.figures.time.total);
    for (std::size_t i = 0; i < swept_stage_count; ++i)
      for (std::size_t j = 0; j < i; ++j)
        QVERIFY(data.series[i].marker != data.series[j].marker && data.series[i].dash != data.series[j].dash);
    QVERIFY(data.series[1].selected && !data.series[2].selected);
  }
  void the_turning_point_is_said_in_words_data() {
    QTest::addColumn<StageThreeCost>("cost");
    QTest::addColumn<QString>("words");
    QTest::newRow("always") << StageThreeCost::always << u"costs time at every speed"_s;
    QTest::newRow("never") << StageThreeCost::never << u"costs nothing at any speed"_s;
    QTest::newRow("from") << StageThreeCost::free_from << u"stops costing at 100\u202FGB/s"_s;
    QTest::newRow("unknown") << StageThreeCost::unknown << u"is unknown"_s;
  }
  void the_turning_point_is_said_in_words() {
    QFETCH(StageThreeCost, cost);
    QFETCH(QString, words);
    const QString sentence = stageThreeSentence(model_->plan(), link_sweep(model_->plan()), {cost, 100});
    QVERIFY2(sentence.contains(words), qPrintable(sentence));
  }
  void stages_have_the_names_of_the_framework() {
    Plan plan = model_->plan();
    plan.training.framework = Framework::fsdp;
    const QString sentence = stageThreeSentence(plan, link_sweep(plan), {StageThreeCost::free_from, 100});
    QVERIFY2(sentence.startsWith(u"FULL_SHARD stops costing") && !sentence.contains(u"ZeRO"),
             qPrintable(sentence));
  }
  void the_words_and_the_mark_agree() {
    Plan plan = model_->plan();
    plan.cluster.nodes = 8;
    model_->propose(plan, {u"Nodes"_s});
    view_->show();
    const LineChartData& data = view_->linkChart().data();
    QCOMPARE(view_->findChild<QLabel*>(u"speedView.turning"_s)->text(), data.spoken);
    QCOMPARE(!data.turning.text.isEmpty(), data.spoken.contains(u"stops costing"));
    QVERIFY(view_->linkChart().accessibleDescription().contains(data.spoken));
  }

  void a_small_view_shows_one_chart_at_a_time() {
    view_->show();
    QVERIFY(view_->chart().isVisible() && view_->linkChart().isVisible());
    view_->resize(640, view_->minimumSizeHint().height());
    QTRY_VERIFY(!view_->linkChart().isVisible());
    QVERIFY(view_->chart().isVisible());
    auto* second = view_->findChild<QRadioButton*>(u"speedView.second"_s);
    QVERIFY(second->isVisible());
    QTest::mouseClick(second, Qt::LeftButton, {}, second->rect().center());
    QTRY_VERIFY(view_->linkChart().isVisible());
    QVERIFY(!view_->chart().isVisible());
    QCOMPARE(&view_->chartForExport(), static_cast<Chart*>(&view_->linkChart()));
  }
  void a_run_without_a_budget_leads_to_its_control() {
    view_->show();
    auto* run = view_->findChild<QLabel*>(u"speedView.run"_s);
    QSignalSpy requested(view_.get(), &SpeedView::settingRequested);
    emit run->linkActivated(u"training.tokens"_s);
    QVERIFY(run->text().contains(u"training.tokens"));
    QCOMPARE(requested.front().front().toString(), u"training.tokens"_s);
    Plan plan = model_->plan();
    plan.training.tokens = 3e11;
    model_->propose(plan, {u"Tokens"_s});
    const WholeRun course = whole_run(plan, model_->results().evaluation.figures.time);
    QVERIFY(run->text().contains(toQt(format_number(course.gpu_hours))));
  }
  void tensors_have_a_sentence_instead() {
    view_->show();
    Plan plan = model_->plan();
    plan.model = model_from_tensors({{4096, 4096, 32}});
    model_->propose(plan, {u"Model"_s});
    QVERIFY(view_->findChild<QLabel*>(u"speedView.unknown"_s)->isVisible());
    QVERIFY(!view_->chart().isVisible());
    model_->undoStack().undo();
    QVERIFY(view_->chart().isVisible());
  }
  void an_impossible_plan_keeps_the_last_numbers_greyed() {
    view_->show();
    Plan plan = model_->plan();
    plan.training.micro_batch_size = 0;
    model_->propose(plan, {u"Micro batch"_s});
    QVERIFY(view_->chart().bars().stale);
    QVERIFY(view_->linkChart().data().stale);
    QVERIFY(view_->linkChart().accessibleDescription().startsWith(view_->linkChart().data().stale_text));
  }

 private:
  std::unique_ptr<test::PlanFixture> plan_;
  Settings* settings_ = nullptr;
  PlanModel* model_ = nullptr;
  std::unique_ptr<SpeedView> view_;
};

ZP_TEST(SpeedViewTest)
#include "speed_view_test.moc"
