// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/speed/scaling_view.h"

#include <QLabel>
#include <QRadioButton>
#include <QtTest>
#include <cmath>
#include <memory>

#include "core/units/format.h"
#include "tests/support/test_main.h"
#include "tests/ui/plan_fixture.h"
#include "ui/charts/line_chart.h"
#include "ui/model/text.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

/// Returns the index of the column with that many GPUs.
std::size_t columnOf(const LineChartData& data, double gpus) {
  for (std::size_t c = 0; c < data.columns.size(); ++c)
    if (data.columns[c].x == gpus) return c;
  qFatal("no column of %g GPUs", gpus);
}

}  // namespace

/// Tests of the Scaling tab: what it shows of one plan.
class ScalingViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    plan_ = std::make_unique<test::PlanFixture>();
    model_ = &plan_->model;
    settings_ = &plan_->settings;
    view_ = std::make_unique<ScalingView>(*model_, *settings_);
    view_->resize(900, 480);
    view_->show();
  }
  void cleanup() { view_.reset(); }

  void todays_column_is_todays_estimate() {
    const LineChartData& memory = view_->memoryChart().data();
    const LineChartData& tokens = view_->throughputChart().data();
    const std::size_t today = columnOf(memory, model_->plan().cluster.ranks());
    const PlanResults& results = model_->results();
    QCOMPARE(memory.series[2].points[today].y, to_gib(results.evaluation.figures.estimate.gpu.peak));
    QCOMPARE(tokens.series[2].points[today].y, results.evaluation.figures.throughput.tokens_per_s);
    QVERIFY(std::abs(tokens.reference[today] / results.evaluation.figures.throughput.tokens_per_s - 1) <
            1e-9);
    QCOMPARE(memory.today.at, 8.0);
    QVERIFY(memory.today.text.contains(u"8 GPUs"));
    QVERIFY(memory.series[2].selected);
  }
  void the_axis_goes_from_one_to_thousands() {
    const LineChartData& data = view_->memoryChart().data();
    QCOMPARE(data.columns.front().x, 1.0);
    QCOMPARE(data.columns.back().x, 8192.0);
    QCOMPARE(data.series.size(), std::size_t{4});
    for (std::size_t i = 0; i < data.series.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        QVERIFY(data.series[i].marker != data.series[j].marker && data.series[i].dash != data.series[j].dash);
  }
  void hollow_is_what_does_not_fit() {
    const LineChartData& data = view_->memoryChart().data();
    int hollow = 0;
    for (const LineSeries& series : data.series)
      for (const LinePoint& point : series.points) {
        QCOMPARE(point.hollow, point.text.contains(u"does not fit"));
        if (point.y > data.limit) QVERIFY(point.hollow);
        hollow += point.hollow;
      }
    QVERIFY(hollow > 0);
    QVERIFY(!data.series[3].points.back().hollow);
  }

  void what_is_held_fixed_is_chosen_said_and_remembered() {
    auto* held = view_->findChild<QLabel*>(u"scalingView.held"_s);
    QVERIFY(held->text().contains(u"micro batch 1 × 16"));
    const double peak = view_->memoryChart().data().series[2].points.back().y;
    QVERIFY(peak > 0);
    auto* global = view_->findChild<QRadioButton*>(u"scalingView.globalBatch"_s);
    QTest::mouseClick(global, Qt::LeftButton, {}, global->rect().center());
    QVERIFY(held->text().contains(toQt(format_count(train_batch_size(model_->plan())))));
    QVERIFY(settings_->holdsGlobalBatch());
    // 128 sequences do not divide among 8,192 ranks.
    const LineChartData& data = view_->memoryChart().data();
    QVERIFY(std::isnan(data.series[2].points.back().y));
    QVERIFY(data.columns.back().details.contains(u"does not divide"));
    QVERIFY(std::isfinite(data.series[2].points[columnOf(data, 128)].y));
    const ScalingView again(*model_, *settings_);
    QVERIFY(again.findChild<QRadioButton*>(u"scalingView.globalBatch"_s)->isChecked());
  }
  void a_hidden_view_waits() {
    view_->hide();
    const double before = view_->memoryChart().data().series[2].points[0].y;
    Plan plan = model_->plan();
    plan.training.micro_batch_size = 256;
    model_->propose(plan, {u"Micro batch"_s});
    QCOMPARE(view_->memoryChart().data().series[2].points[0].y, before);
    view_->show();
    QVERIFY(view_->memoryChart().data().series[2].points[0].y > before);
  }
  void descriptions_follow_the_plan() {
    const QString before = view_->throughputChart().accessibleDescription();
    QVERIFY(before.contains(u"ZeRO-2 on 8 GPUs"));
    Plan plan = model_->plan();
    plan.cluster.nodes = 3;  // 24 GPUs are no power of two, and still on the axis
    model_->propose(plan, {u"Nodes"_s});
    QVERIFY(view_->throughputChart().accessibleDescription().contains(u"ZeRO-2 on 24 GPUs"));
  }
  void a_narrow_view_shows_one_chart_at_a_time() {
    QVERIFY(view_->memoryChart().isVisible() && view_->throughputChart().isVisible());
    view_->resize(620, 420);
    QTRY_VERIFY(!view_->throughputChart().isVisible());
    auto* second = view_->findChild<QRadioButton*>(u"scalingView.second"_s);
    QTest::mouseClick(second, Qt::LeftButton, {}, second->rect().center());
    QTRY_VERIFY(view_->throughputChart().isVisible() && !view_->memoryChart().isVisible());
  }
  void tensors_have_memory_and_no_speed() {
    Plan plan = model_->plan();
    plan.model = model_from_tensors({{4096, 4096, 32}});
    model_->propose(plan, {u"Model"_s});
    QVERIFY(view_->memoryChart().isVisible());
    QVERIFY(!view_->throughputChart().isVisible());
    QVERIFY(view_->findChild<QLabel*>(u"scalingView.held"_s)->text().contains(u"tensors"));
  }

 private:
  std::unique_ptr<test::PlanFixture> plan_;
  Settings* settings_ = nullptr;
  PlanModel* model_ = nullptr;
  std::unique_ptr<ScalingView> view_;
};

ZP_TEST(ScalingViewTest)
#include "scaling_view_test.moc"
