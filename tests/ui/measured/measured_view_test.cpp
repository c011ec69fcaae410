// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measured/measured_view.h"

#include <QComboBox>
#include <QPushButton>
#include <QRadioButton>
#include <QTableView>
#include <QtTest>
#include <memory>

#include "core/plan_file/examples.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"
#include "ui/charts/bar_chart.h"
#include "ui/charts/flame_chart.h"
#include "ui/charts/scatter_chart.h"
#include "ui/measured/picture_pages.h"
#include "ui/model/plan_model.h"
#include "ui/model/run_model.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

QString runOf(int steps) {
  QString text;
  for (int step = 1; step <= steps; ++step)
    text +=
        u"[timer.py:260:stop] epoch=0/micro_step=%1/global_step=%2, RunningAvgSamplesPerSec=2.0, "
        "CurrSamplesPerSec=2.5, MemAllocated=14.9GB, MaxMemAllocated=30.%1GB\n"_s.arg(step)
            .arg(10 * step);
  return text;
}

}  // namespace

/// Tests of the pages of the Measured view: which are offered, what they show, and what leaves them.
class MeasuredViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    model_ = std::make_unique<PlanModel>();
    run_ = std::make_unique<RunModel>(*model_);
    view_ = std::make_unique<MeasuredView>(*model_, *run_);
    view_->resize(860, 460);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get()));
  }
  void cleanup() {
    view_.reset();
    run_.reset();
    model_.reset();
  }

  void without_a_log_there_are_no_pages_and_no_chart() {
    QVERIFY(!pages()->isVisible());
    QVERIFY(!view_->hasChart());
  }
  void an_invitation_stands_there_while_there_is_no_log() {
    auto* invitation = view_->findChild<QWidget*>(u"logInvitation"_s);
    QVERIFY(invitation->isVisible());
    QVERIFY(run_->addText(runOf(5), u"run.log"_s));
    QVERIFY(!invitation->isVisible());
    run_->clear();
    QVERIFY(invitation->isVisible());
  }
  void memory_stands_in_pairs_of_bars_measured_first() {
    QVERIFY(run_->addText(runOf(5), u"run.log"_s));
    QCOMPARE(offered(), (QStringList{u"memory"_s, u"course"_s, u"figures"_s}));
    const BarChartData& bars = find<BarChart>(u"measuredView.memory"_s)->bars();
    QCOMPARE(bars.rows.size() % 2, 0U);
    bool has_peak = false;
    for (std::size_t i = 0; i < bars.rows.size(); i += 2) {
      QVERIFY(bars.rows[i].parts[0].value > 0 && bars.rows[i].parts[1].value == 0);
      QVERIFY(bars.rows[i + 1].parts[0].value == 0 && bars.rows[i + 1].parts[1].value > 0);
      QVERIFY(bars.rows[i + 1].high >= bars.rows[i + 1].parts[1].value);
      has_peak = has_peak || std::abs(bars.rows[i].parts[0].value - 30.5) < 1e-6;
    }
    QVERIFY(has_peak);
    QVERIFY(view_->hasChart());
  }
  void a_figure_over_the_run_has_the_prediction_as_its_level() {
    QVERIFY(run_->addText(runOf(5), u"run.log"_s));
    choose(u"course"_s);
    auto* chart = find<ScatterChart>(u"measuredView.course"_s);
    auto* list = find<QComboBox>(u"measuredView.courses"_s);
    QVERIFY(list->isVisible() && !chart->data().points.empty());
    list->setCurrentIndex(list->findText(u"gpu.max_allocated, run.log"_s));
    QCOMPARE(chart->data().points.size(), 5U);
    QCOMPARE(chart->data().points[4].x, 50.0);
    QVERIFY(chart->data().level.has_value());
    const double before = chart->data().level->at;
    Plan plan = model_->plan();
    plan.training.micro_batch_size *= 4;
    model_->propose(plan, {});
    QVERIFY(chart->data().level->at > before);
    QCOMPARE(list->currentText(), u"gpu.max_allocated, run.log"_s);  // it stays where the user is
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_End);
    QVERIFY(chart->accessibleDescription().contains(u"run.log:5"));
    QVERIFY(chart->accessibleDescription().contains(u"predicted"));
  }
  void a_snapshot_is_a_flame_of_categories() {
    QVERIFY(run_->addFile(QStringLiteral(ZP_TEST_DATA "/snapshots/zero2-step-protocol5.pickle")));
    QCOMPARE(offered().front(), u"snapshot"_s);
    QVERIFY(find<FlameChart>(u"measuredView.snapshot"_s)->isVisible());
    const FlameChartData& flame = find<FlameChart>(u"measuredView.snapshot"_s)->data();
    QVERIFY(flame.nodes.size() > 6);
    QVERIFY(flame.nodes[0].text.contains(u"predicted"));
    QVERIFY(flame.spoken.contains(u"Activations"));
    choose(u"course"_s);
    QVERIFY(find<ScatterChart>(u"measuredView.course"_s)->data().points.size() > 20);
  }
  void other_logs_begin_with_their_first_page_and_the_plan_does_not() {
    QVERIFY(run_->addText(runOf(5), u"run.log"_s));
    choose(u"figures"_s);
    QVERIFY(find<QTableView>(u"measuredView.differences"_s)->isVisible());
    QVERIFY(!view_->hasChart());
    Plan plan = model_->plan();
    plan.zero.stage = 3;
    model_->propose(plan, {});
    QVERIFY(find<QTableView>(u"measuredView.differences"_s)->isVisible());
    QVERIFY(run_->addFile(QStringLiteral(ZP_TEST_DATA "/snapshots/zero2-step-protocol5.pickle")));
    QVERIFY(find<FlameChart>(u"measuredView.snapshot"_s)->isVisible());
  }
  void the_chart_of_the_page_in_front_is_exported_with_the_plans_name() {
    QVERIFY(run_->addText(runOf(5), u"run.log"_s));
    QCOMPARE(&view_->chartForExport(), find<BarChart>(u"measuredView.memory"_s));
    choose(u"course"_s);
    QCOMPARE(&view_->chartForExport(), find<ScatterChart>(u"measuredView.course"_s));
    QVERIFY(find<ScatterChart>(u"measuredView.course"_s)->data().note.contains(u"unsaved plan"));
  }
  void every_setting_that_a_log_contradicts_can_be_taken_from_it() {
    model_->reset(read_plan(R"({"model": {"preset": "gpt-2-124m"}, "training": {"precision": "bf16"},
                               "target": {"deepspeed_version": "0.12.6"}, "cluster": {"gpus_per_node": 8}})"),
                  {});
    QVERIFY(run_->addFile(QStringLiteral(ZP_TEST_DATA "/run-logs/k1-hwang-gpt2-zero3-4gpu.txt")));
    QStringList taken;
    while (!run_->measurement().contradictions.empty() && taken.size() < 20) {
      const Contradiction first = run_->measurement().contradictions.front();
      taken << QString::fromStdString(first.path);
      run_->apply(first);
    }
    QVERIFY2(taken.size() < 20, qPrintable(taken.join(u' ')));
    QVERIFY2(taken.contains(u"training.precision") && taken.contains(u"target.deepspeed_version"),
             qPrintable(taken.join(u' ')));
    QCOMPARE(model_->plan().training.precision, Precision::fp16);
  }
  void all_that_logs_contradict_can_be_taken_in_one_step() {
    model_->reset(read_plan(R"({"model": {"preset": "gpt-2-124m"}, "training": {"precision": "bf16"},
                               "target": {"deepspeed_version": "0.12.6"}, "cluster": {"gpus_per_node": 8}})"),
                  {});
    auto* button = view_->findChild<QPushButton*>(u"measuredView.applyAll"_s);
    QVERIFY(!button->isVisible());
    QVERIFY(run_->addFile(QStringLiteral(ZP_TEST_DATA "/run-logs/k1-hwang-gpt2-zero3-4gpu.txt")));
    QVERIFY(button->isVisible());
    button->click();
    QCOMPARE(model_->plan().training.precision, Precision::fp16);
    QCOMPARE(model_->undoStack().count(), 1);
    QVERIFY(!button->isVisible());
  }
  void one_page_needs_no_switch() {
    QVERIFY(
        run_->addText(u"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a "
                      "total capacity of 39.39 GiB of which 0.50 GiB is free."_s,
                      u"pasted"_s));
    QVERIFY(offered().size() <= 1);
    QVERIFY(find<QWidget>(u"diagnosis"_s)->isVisible());
  }

 private:
  template <class T>
  T* find(const QString& name) {
    return view_->findChild<T*>(name);
  }
  QWidget* pages() { return find<QWidget>(u"measuredView.pages"_s); }
  /// Returns the pages that the switch offers.
  QStringList offered() {
    QStringList names;
    for (const QRadioButton* button : view_->findChildren<QRadioButton*>())
      if (button->isVisible() && button->objectName().startsWith(u"measuredView.page."))
        names << button->objectName().section(u'.', 2);
    return names;
  }
  void choose(const QString& page) {
    QTest::mouseClick(find<QRadioButton>(u"measuredView.page."_s + page), Qt::LeftButton, {}, {4, 4});
  }

  std::unique_ptr<PlanModel> model_;
  std::unique_ptr<RunModel> run_;
  std::unique_ptr<MeasuredView> view_;
};

ZP_TEST(MeasuredViewTest)
#include "measured_view_test.moc"
