// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModel>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QTableView>
#include <QUrl>

#include "core/catalog/catalog.h"
#include "core/plan_file/machine_profile.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_link.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/charts/bar_chart.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/step_chart.h"
#include "ui/inputs/fact_label.h"
#include "ui/memory/memory_view.h"
#include "ui/model/dialogs.h"
#include "ui/model/run_model.h"
#include "ui/model/text.h"
#include "ui/speed/speed_view.h"
#include "ui/window/message_bar.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

const QByteArray slow_run =
    "[config.py:1000:print]   zero_optimization_stage ...... 2\n"
    "[timer.py:260:stop] epoch=0/micro_step=10/global_step=10, RunningAvgSamplesPerSec=2.0, "
    "CurrSamplesPerSec=2.0, MemAllocated=14.9GB, MaxMemAllocated=30.1GB\n";

const auto message =
    u"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of "
    u"39.39 GiB of which 0.50 GiB is free. Of the allocated memory 38.00 GiB is allocated by PyTorch, and "
    u"0.10 "
    u"GiB is reserved by PyTorch but unallocated."_s;

}  // namespace

/// Tests of a run's log in the window: dropped, pasted, compared with the plan, applied, calibrated
/// and taken back.
class RunsTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  void a_log_can_be_dropped_anywhere_and_the_plan_stays() {
    const PlanDocument before = ui_->model().document();
    QVERIFY(ui_->dropFile(ui_->write(u"run.log"_s, slow_run)));
    QCOMPARE(ui_->window->currentView(), u"measured"_s);
    QVERIFY(ui_->model().document() == before);
    QVERIFY(ui_->find<QLabel>(u"measuredView.logs"_s)->text().contains(u"run.log"));
    QVERIFY(rows(u"measuredView.differences"_s) >= 2);
  }

  void what_tools_measured_of_a_machine_is_taken_into_the_plan() {
    const PlanDocument before = ui_->model().document();
    QFile probe(QStringLiteral(ZP_TEST_DATA "/probe/probe-cpu-only.json"));
    QVERIFY(probe.open(QIODevice::ReadOnly));
    QVERIFY(ui_->dropFile(ui_->write(u"probe.json"_s, probe.readAll())));
    QCOMPARE(ui_->model().document().plan.cluster.cpu_cores, 2);
    QCOMPARE(ui_->model().document().text.nvme_path, std::string("/tmp"));
    ui_->model().undoStack().undo();
    QVERIFY(ui_->model().document() == before);
  }
  void the_text_of_a_tool_is_taken_too() {
    ui_->dropFile(ui_->write(u"free.txt"_s, "       total  used  free\nMem:  515Gi  1Gi  514Gi\n"));
    QCOMPARE(ui_->model().document().plan.cluster.cpu_memory_gib, 515.0);
  }

  void the_largest_difference_stands_first() {
    ui_->dropFile(ui_->write(u"run.log"_s, slow_run));
    const std::vector<MeasuredDifference>& all = ui_->window->run().measurement().differences;
    QVERIFY(all.size() >= 2);
    const auto* table = ui_->find<QTableView>(u"measuredView.differences"_s)->model();
    QCOMPARE(table->index(0, 1).data().toString(), toQt(all.front().moment));
    QVERIFY(!table->index(0, 5).data().toString().isEmpty());  // the reason of the difference
  }

  void a_plan_that_cannot_be_read_is_no_log() {
    ui_->dropFile(ui_->write(u"broken.zplan.json"_s, R"({"zero": {"stage": 2}, "model": )"));
    QVERIFY(ui_->window->run().isEmpty());
    QVERIFY(!ui_->find<MessageBar>(u"messageBar"_s)->sentence().isEmpty());
  }
  void a_state_of_the_trainer_is_a_log_though_it_is_json() {
    ui_->dropFile(
        ui_->write(u"trainer_state.json"_s,
                   "{\n  \"global_step\": 20,\n  \"train_batch_size\": 1,\n  \"log_history\": [\n  {\n"
                   "   \"step\": 20,\n   \"train_runtime\": 100.0,\n   \"train_samples_per_second\": "
                   "3.2,\n   \"train_steps_per_second\": 0.2\n  }\n  ]\n}\n"));
    QVERIFY(!ui_->window->run().isEmpty());
  }

  void a_message_can_be_pasted_and_a_way_out_applied() {
    QGuiApplication::clipboard()->setText(message);
    ui_->trigger(u"edit.pasteLog"_s);
    QCOMPARE(ui_->window->currentView(), u"measured"_s);
    QTest::mouseClick(firstApply(), Qt::LeftButton);
    QVERIFY(ui_->model().isModified());
    ui_->model().undoStack().undo();
    QVERIFY(!ui_->model().isModified());
  }
  /// The first thing on the page is what ended the run: kind, cause, the line that says so, and the card.
  void a_death_leads_with_its_kind_its_line_and_the_card() {
    QGuiApplication::clipboard()->setText(message);
    ui_->trigger(u"edit.pasteLog"_s);
    const Death& death = ui_->window->run().measurement().died.front();
    auto* kind = ui_->find<QLabel>(u"diagnosis.kind"_s);
    QVERIFY2(kind->text().startsWith(u"Out of GPU memory"), qPrintable(kind->text()));
    QVERIFY(kind->text().contains(u"short by 1.5"));  // 2.00 asked for, 0.50 free
    QCOMPARE(ui_->find<QLabel>(u"diagnosis.cause"_s)->text(), toQt(death.cause));
    QVERIFY(ui_->find<QLabel>(u"diagnosis.line"_s)->text().contains(u"Tried to allocate 2.00 GiB"));
    const BarChartData& card = ui_->find<BarChart>(u"diagnosis.card"_s)->bars();
    QCOMPARE(card.rows.size(), std::size_t{1});
    QVERIFY(std::abs(card.limit - 39.39) < 0.01);
    QVERIFY(std::abs(card.rows[0].total() - (39.39 + 1.5)) < 0.02);
    QCOMPARE(card.rows[0].verdict, Verdict::over);
    for (const QString& part : {u"This process"_s, u"Free"_s, u"Requested beyond it"_s})
      QVERIFY2(card.rows[0].spoken.contains(part), qPrintable(card.rows[0].spoken));
    const QWidget* view = ui_->find<QWidget>(u"measuredView"_s);
    const int top = kind->mapTo(view, QPoint()).y();
    QVERIFY(top < ui_->find<QWidget>(u"measuredView.calibrate"_s)->mapTo(view, QPoint()).y());
  }
  /// The card's picture leaves the program as every chart does.
  void the_card_of_a_message_can_be_exported() {
    QGuiApplication::clipboard()->setText(message);
    ui_->trigger(u"edit.pasteLog"_s);
    const QString file = ui_->path(u"card.svg"_s);
    QCOMPARE(ui_->find<BarChart>(u"diagnosis.card"_s)->exportTo(file), QString());
    QVERIFY(ui_->contentOf(file).contains("Requested beyond it"));
    ui_->find<BarChart>(u"diagnosis.card"_s)->copyPicture();
    QVERIFY(!QGuiApplication::clipboard()->image().isNull());
  }
  /// Every remedy that has a button changes the plan, as one step that undo takes back, and the plan fits
  /// then.
  void every_remedy_with_a_button_makes_a_plan_that_fits() {
    QGuiApplication::clipboard()->setText(message);
    ui_->trigger(u"edit.pasteLog"_s);
    const std::size_t count = ui_->window->run().measurement().died.front().remedies.size();
    const PlanDocument before = ui_->model().document();
    int applied = 0;
    for (std::size_t i = 0; i < count; ++i) {
      auto* apply = ui_->find<QPushButton>(u"remedy.%1.apply"_s.arg(i));
      if (!apply->isVisible()) continue;
      QTest::mouseClick(apply, Qt::LeftButton);
      ++applied;
      QVERIFY(ui_->model().document() != before);
      QVERIFY(ui_->model().results().evaluation.figures.estimate.gpu.fits);
      ui_->model().undoStack().undo();
      QVERIFY(ui_->model().document() == before);
    }
    QVERIFY(applied > 0);
  }
  /// The figures are those of a log of PrimeIntellect-ai/prime-rl.
  void a_log_of_another_model_offers_its_plan() {
    ui_->dropFile(ui_->write(
        u"run.log"_s,
        "{\"model_name\": \"Qwen/Qwen3-0.6B\", \"seq_len\": 65536, \"num_gpus\": 1}\n"
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 37.09 GiB. GPU 0 has a total capacity "
        "of "
        "79.18 GiB of which 34.48 GiB is free. Including non-PyTorch memory, this process has 44.69 GiB "
        "memory "
        "in use. Of the allocated memory 43.38 GiB is allocated by PyTorch, and 103.94 MiB is reserved by "
        "PyTorch but unallocated.\n"));
    const PlanDocument before = ui_->model().document();
    auto* take = ui_->find<QPushButton>(u"logPlan.0.take"_s);
    QVERIFY(take->isVisible());
    QTest::mouseClick(take, Qt::LeftButton);
    QCOMPARE(ui_->model().plan().model.preset, catalog().find_model("qwen3-0.6b"));
    QVERIFY(!take->isVisible());
    ui_->model().undoStack().undo();
    QVERIFY(ui_->model().document() == before);
    QVERIFY(take->isVisible());
  }
  void a_run_that_did_not_die_has_no_diagnosis() {
    ui_->dropFile(ui_->write(u"run.log"_s, slow_run));
    QVERIFY(ui_->window->run().measurement().died.empty());
    QVERIFY(!ui_->find<QWidget>(u"diagnosis"_s)->isVisible());
  }
  void a_summary_that_is_pasted_brings_its_plan_back() {
    Plan sent = ui_->model().plan();
    sent.training.micro_batch_size = 3;
    ui_->model().propose(sent, {u"Micro batch"_s});
    ui_->trigger(u"edit.copySummary"_s);
    const QString summary = QGuiApplication::clipboard()->text();
    QVERIFY2(summary.contains(u"GiB per GPU"_s), qPrintable(summary));
    ui_->model().undoStack().undo();
    const Plan before = ui_->model().plan();
    QVERIFY(before != sent);
    ui_->trigger(u"edit.pasteLog"_s);
    QVERIFY(ui_->model().plan() == sent);
    QVERIFY(ui_->window->run().isEmpty());
    ui_->model().undoStack().undo();
    QVERIFY(ui_->model().plan() == before);
    QGuiApplication::clipboard()->setText(summary.trimmed().chopped(9));
    ui_->trigger(u"edit.pasteLog"_s);
    QVERIFY(ui_->find<MessageBar>(u"messageBar"_s)->sentence().contains(u"cut off"));
    QVERIFY(ui_->model().plan() == before);
  }
  void a_link_and_a_file_url_open_as_a_desktop_passes_them_on() {
    const Plan plan = ui_->model().plan();
    PlanDocument other = ui_->model().document();
    other.plan.zero.stage = 1;
    QVERIFY(ui_->window->openUrl(toQt(link_of(other))));
    QCOMPARE(ui_->model().plan().zero.stage, 1);
    ui_->model().undoStack().undo();
    const QString path = ui_->write(u"one & two.zplan.json"_s, QByteArray::fromStdString(write_plan(other)));
    QVERIFY(ui_->window->openUrl(QUrl::fromLocalFile(path).toString(QUrl::FullyEncoded)));
    QCOMPARE(ui_->model().plan().zero.stage, 1);
    QCOMPARE(ui_->model().filePath(), path);
  }
  void text_can_be_dropped() {
    QMimeData data;
    data.setText(message);
    QVERIFY(ui_->drop(data));
    QVERIFY(!ui_->window->run().isEmpty());
  }
  void what_says_nothing_of_a_run_is_told() {
    QGuiApplication::clipboard()->setText(u"good morning"_s);
    ui_->trigger(u"edit.pasteLog"_s);
    QVERIFY(ui_->find<MessageBar>(u"messageBar"_s)->sentence().contains(u"pasted text"));
    QGuiApplication::clipboard()->clear();
    ui_->trigger(u"edit.pasteLog"_s);
    QVERIFY(ui_->find<MessageBar>(u"messageBar"_s)->sentence().contains(u"clipboard"));
    QVERIFY(ui_->window->run().isEmpty());
  }

  void a_setting_that_the_log_contradicts_is_applied() {
    ui_->model().adopt({3, Device::none, Device::none});
    dialogs::setNextFileName(ui_->write(u"run.log"_s, slow_run));
    ui_->trigger(u"file.addLog"_s);
    QTest::mouseClick(ui_->find<QPushButton>(u"finding.0.apply"_s), Qt::LeftButton);
    QCOMPARE(ui_->model().plan().zero.stage, 2);
    QVERIFY(ui_->window->run().measurement().contradictions.empty());
    ui_->model().undoStack().undo();
    QCOMPARE(ui_->model().plan().zero.stage, 3);
  }

  void one_click_calibrates_and_one_takes_it_back() {
    ui_->dropFile(ui_->write(u"run.log"_s, slow_run));
    const double before = ui_->model().results().evaluation.figures.time.total;
    auto* forget = ui_->find<QPushButton>(u"measuredView.forget"_s);
    QVERIFY(!forget->isEnabled());
    QTest::mouseClick(ui_->find<QPushButton>(u"measuredView.calibrate"_s), Qt::LeftButton);
    QVERIFY(ui_->model().results().evaluation.figures.time.total > 1.05 * before);
    QVERIFY(ui_->find<QLabel>(u"measuredView.calibrated"_s)->text().startsWith(u"Calibrated on "));
    QVERIFY(rows(u"measuredView.constants"_s) >= 1);
    auto* told = ui_->find<FactLabel>(u"calibratedFact"_s);
    QVERIFY(told->isVisible() && told->fullText().contains(u"times calibrated"));  // no memory was seen
    QVERIFY(ui_->find<FactLabel>(u"throughputFact"_s)->toolTip().contains(u"Calibrated on "));
    QVERIFY(!ui_->find<FactLabel>(u"gpuFact"_s)->toolTip().contains(u"Calibrated on "));
    QTest::mouseClick(forget, Qt::LeftButton);
    QCOMPARE(ui_->model().results().evaluation.figures.time.total, before);
    QVERIFY(!told->isVisible());
    ui_->model().undoStack().undo();
    ui_->model().undoStack().undo();
    QCOMPARE(ui_->model().results().evaluation.figures.time.total, before);
  }
  void a_profile_is_saved_and_used_by_another_plan() {
    ui_->dropFile(ui_->write(u"run.log"_s, slow_run));
    auto* save = ui_->find<QPushButton>(u"measuredView.saveProfile"_s);
    QVERIFY(!save->isEnabled());
    QTest::mouseClick(ui_->find<QPushButton>(u"measuredView.calibrate"_s), Qt::LeftButton);
    const double calibrated = ui_->model().results().evaluation.figures.time.total;
    const QString file = ui_->path(u"node.zprofile.json"_s);
    dialogs::setNextFileName(file);
    QTest::mouseClick(save, Qt::LeftButton);
    QCOMPARE(ui_->model().document().text.profile, toStd(file));
    ui_->model().reset(example_plan(), {});
    QVERIFY(ui_->model().results().evaluation.figures.time.total < calibrated);
    dialogs::setNextFileName(file);
    QTest::mouseClick(ui_->find<QPushButton>(u"measuredView.openProfile"_s), Qt::LeftButton);
    QCOMPARE(ui_->model().results().evaluation.figures.time.total, calibrated);
    dialogs::setNextFileName(ui_->write(u"none.json"_s, "{}"));
    QTest::mouseClick(ui_->find<QPushButton>(u"measuredView.openProfile"_s), Qt::LeftButton);
    QVERIFY(ui_->find<MessageBar>(u"messageBar"_s)->sentence().contains(u"none.json"));
  }
  void what_a_calibration_leaves_out_is_said() {
    QGuiApplication::clipboard()->setText(message);
    ui_->trigger(u"edit.pasteLog"_s);
    QTest::mouseClick(ui_->find<QPushButton>(u"measuredView.calibrate"_s), Qt::LeftButton);
    QVERIFY(ui_->find<QLabel>(u"measuredView.calibrated"_s)->text().contains(u"is not used"));
    QVERIFY(!ui_->model().isModified());
  }

  void marks_stand_over_the_areas_and_the_bar_until_the_logs_are_closed() {
    ui_->dropFile(ui_->write(u"run.log"_s, slow_run));
    ui_->window->showView(u"speed"_s);
    const auto marks_of = [](const std::vector<BarRow>& rows) {
      std::size_t count = 0;
      for (const BarRow& row : rows)
        count += row.marks.size();
      return count;
    };
    const BarChartData& bars = ui_->find<SpeedView>(u"speedView"_s)->chart().bars();
    QCOMPARE(marks_of(bars.rows), std::size_t{1});
    for (const BarRow& row : bars.rows)
      for (const MeasuredMark& mark : row.marks) {
        QVERIFY(row.selected);
        QVERIFY(mark.value > 2 * mark.predicted && mark.outside);
        QVERIFY(std::abs(mark.predicted - ui_->model().results().evaluation.figures.time.total) < 1e-9);
      }
    auto* memory = ui_->find<MemoryView>(u"memoryView"_s);
    ui_->window->showView(u"memory"_s);
    memory->setStepShown(true);
    QVERIFY(marks_of(memory->stepChart().data().bars.rows) >= 2);  // between steps, and the peak
    ui_->window->showView(u"measured"_s);
    QTest::mouseClick(ui_->find<QPushButton>(u"measuredView.clear"_s), Qt::LeftButton);
    ui_->window->showView(u"memory"_s);
    QCOMPARE(marks_of(memory->stepChart().data().bars.rows), std::size_t{0});
  }

  void a_log_follows_the_plan() {
    ui_->dropFile(ui_->write(u"run.log"_s, slow_run));
    const double before = ui_->window->run().differences().front().predicted;
    Plan next = ui_->model().plan();
    next.training.micro_batch_size *= 2;
    ui_->model().propose(next, {u"Micro batch"_s});
    QVERIFY(ui_->window->run().differences().front().predicted != before);
  }

 private:
  /// Returns the first button that applies a remedy.
  [[nodiscard]] QPushButton* firstApply() const {
    for (int i = 0;; ++i)
      if (auto* apply = ui_->find<QPushButton>(u"remedy.%1.apply"_s.arg(i)); apply->isVisible()) return apply;
  }
  [[nodiscard]] int rows(const QString& table) const {
    return ui_->find<QTableView>(table)->model()->rowCount();
  }
};

ZP_TEST(RunsTest)
#include "runs_test.moc"
