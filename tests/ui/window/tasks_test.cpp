// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include "core/check/check_config.h"
#include "core/evaluate/search_freedom.h"
#include "core/plan_file/scenarios.h"
#include "core/report/words.h"
#include "core/search/choice_words.h"
#include "core/text/config_text.h"
#include "core/units/format.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/inputs/elided_text.h"
#include "ui/inputs/fact_label.h"
#include "ui/model/dialogs.h"
#include "ui/model/text.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of users' tasks, done as a user does them, in at most five steps beyond stating the job: a step is a
/// line typed, a key, a file dropped or a click. Afterwards the answer is on screen.
class TasksTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  void cleanup() {
    test::WindowCase::cleanup();
    QVERIFY2(steps_ <= 5, std::to_string(steps_).c_str());
  }

  void a_model_of_8b_on_four_a100_at_8k() {
    type(u"preset llama 3.1 8b"_s);
    type(u"gpus node 4"_s);
    type(u"sequence length 8k"_s);
    press(Qt::Key_B);
    const Plan& plan = ui_->model().plan();
    QCOMPARE(modelName(), u"Llama 3.1 8B"_s);
    QCOMPARE(plan.cluster.gpus_per_node * plan.cluster.nodes, 4);
    QCOMPARE(plan.training.sequence_length, 8192);
    tell();
    QVERIFY(ui_->model().results().evaluation.figures.estimate.fits());
  }

  void a_model_of_70b_on_two_nodes_of_h100_over_25_gb_per_s() {
    type(u"preset llama 3.1 70b"_s);
    type(u"gpu h100 sxm"_s);
    type(u"nodes 2"_s);
    type(u"inter node 25"_s);
    const Plan& plan = ui_->model().plan();
    QCOMPARE(plan.cluster.gpus_per_node * plan.cluster.nodes, 16);
    QCOMPARE(plan.cluster.inter_node.gb_per_s, 25.0);
    QVERIFY(best());
    tell();
    QVERIFY(strategy_of(*best()).stage == 3);  // 140 GB of weights in 80 GB
  }

  void a_model_of_7b_on_two_rtx_4090_with_128_gb() {
    type(u"gpu rtx 4090"_s);
    type(u"gpus node 2"_s);
    type(u"ram 128 GB"_s);
    const Plan& plan = ui_->model().plan();
    QCOMPARE(modelName(), u"Llama 2 7B"_s);
    QCOMPARE(plan.cluster.gpus_per_node, 2);
    // 16 bytes per parameter do not fit in 48 GB of GPUs and 128 GB of host memory: only drives are left
    QVERIFY(!best());
    QTRY_COMPARE(ui_->find<ElidedText>(u"bestCard.title"_s)->text(),
                 u"None: DeepSpeed is the wrong tool here"_s);
    QVERIFY(!ui_->find<QAbstractButton>(u"bestCard.adopt"_s)->isEnabled());
  }

  void a_model_of_14b_at_16k_on_two_nodes_of_l40s_with_its_price() {
    for (const auto& line : {u"preset qwen 2.5 14b"_s, u"gpu l40s"_s, u"nodes 2"_s, u"sequence length 16k"_s,
                             u"price 1.1"_s, u"token budget 1B"_s})
      state(line);
    // Logits of 16,384 tokens and 152,064 words in fp32 fit only in pieces.
    QVERIFY(!best());
    QTRY_COMPARE(ui_->find<ElidedText>(u"bestCard.title"_s)->text(),
                 u"Runs with: A fused loss (Liger-Kernel)"_s);
    click(u"bestCard.adopt"_s);
    const Plan& plan = ui_->model().plan();
    QCOMPARE(plan.cluster.gpus_per_node * plan.cluster.nodes, 16);
    QCOMPARE(plan.training.sequence_length, 16384);
    QCOMPARE(plan.training.fused_loss, FusedLoss::fused);
    QVERIFY(ui_->model().results().evaluation.figures.estimate.fits());
    const QString run = ui_->find<FactLabel>(u"runFact"_s)->fullText();
    QVERIFY2(run.contains(u" for "_s), qPrintable(run));  // hours and price
  }

  void three_logs_of_dead_runs_explained() {
    const std::pair<const char*, QString> logs[] = {
        {"gpu-init-baichuan113-stage3.txt", u"Out of GPU memory"_s},
        {"host-arjuna52-slurm.txt", u"Out of host memory"_s},
        {"disk-lf1223-write.txt", u"Out of disk space"_s}};
    for (const auto& [log, kind] : logs) {
      drop(QString::fromUtf8(ZP_TEST_DATA "/run-logs/died/") + QLatin1String(log));
      QCOMPARE(ui_->window->currentView(), u"measured"_s);
      const QString said = ui_->find<QLabel>(u"diagnosis.kind"_s)->text();
      QVERIFY2(said.startsWith(kind), qPrintable(said));
      QVERIFY(!ui_->find<QLabel>(u"diagnosis.cause"_s)->text().isEmpty());
      ui_->window->run().clear();
    }
  }

  void lora_of_70b_on_the_cheapest_machine() {
    for (const auto& line : {u"preset llama 3.1 70b"_s, u"token budget 100M"_s})
      state(line);
    click(u"trains.lora"_s);
    press(Qt::Key_5);
    auto* table = ui_->find<QTableView>(u"hardwareTable"_s);
    QTRY_VERIFY(table->model()->rowCount() > 4);
    QTRY_VERIFY(table->model()->index(0, 4).data().toString().startsWith(u"★ "_s));
    click(u"hardwareView.adopt"_s);
    QVERIFY(ui_->model().results().evaluation.figures.estimate.fits());
    QVERIFY(ui_->model().plan().training.lora.rank > 0);
  }

  void a_colleagues_yaml_read_changed_and_written_back() {
    const QByteArray yaml =
        "# from a colleague\nmodel_name_or_path: meta-llama/Llama-2-7b-hf\nfinetuning_type: full\n"
        "dataset: ours   # keep\ncutoff_len: 2048\nper_device_train_batch_size: 1  # was 4\nbf16: true\n";
    const QString path = ui_->write(u"train.yaml"_s, yaml);
    drop(path);
    type(u"micro batch 2"_s);
    trigger(u"file.writeBack"_s);
    QTRY_VERIFY(ui_->window->findChild<QDialog*>(u"writeBackDialog"_s) != nullptr);
    const QString diff = ui_->find<QPlainTextEdit>(u"writeBack.diff"_s)->toPlainText();
    QVERIFY2(diff.contains(u"+per_device_train_batch_size: 2  # was 4"_s), qPrintable(diff));
    click(u"writeBack.write"_s);
    QByteArray expected = yaml;
    expected.replace("batch_size: 1", "batch_size: 2");
    QCOMPARE(ui_->contentOf(path), expected);
    QCOMPARE(ui_->contentOf(path + u".bak"_s), yaml);
  }

  void two_scenarios_shared_with_a_colleague() {
    dialogs::setNextText(u"Stage 3"_s);
    trigger(u"scenario.add"_s);
    press(Qt::Key_3, Qt::AltModifier);
    trigger(u"edit.copySummary"_s);
    test::WindowFixture colleague;
    colleague.trigger(u"edit.pasteLog"_s);
    QCOMPARE(scenarios_of(colleague.model().document()).all.size(), std::size_t{2});
    QCOMPARE(colleague.model().plan(), ui_->model().plan());
  }

  void a_plan_made_adopted_and_exported_by_keys_alone() {
    state(u"preset llama 3.1 8b"_s);
    state(u"gpu h100 sxm"_s);
    press(Qt::Key_B);
    QTemporaryDir folder;
    dialogs::setNextFileName(folder.path());
    press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(QFile::exists(folder.filePath(u"ds_config.json"_s)) ||
            QFile::exists(folder.filePath(u"launch.sh"_s)));
    QVERIFY(ui_->model().results().evaluation.figures.estimate.fits());
  }

  void a_broken_ds_config_repaired() {
    const QString path = ui_->write(
        u"ds_config.json"_s,
        "{\n  \"train_batch_size\": 32,\n  \"train_micro_batch_size_per_gpu\": 4,\n"
        "  \"optimizer\": {\"type\": \"AdamW\", \"params\": {\"lr\": \"1e-4\"}},\n"
        "  \"zero_optimization\": {\"stage\": 2, \"reduce_bucket_sise\": 5e8},\n"
        "  \"fp16\": {\"enabled\": true, \"initial_loss_scale\": 65536},\n  \"gradient_cliping\": 1.0\n}\n");
    drop(path);
    click(u"fileFixAll"_s);
    click(u"fileSave"_s);
    const ConfigCheck check = check_config(read_config_text(ui_->contentOf(path).toStdString()), {});
    for (const Finding& finding : check.issues)
      QVERIFY2(finding.severity > Severity::fails_later, finding.message.c_str());
  }

  void everything_exported() {
    QTemporaryDir folder;
    dialogs::setNextFileName(folder.path());
    press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    for (const QString& name : {u"ds_config.json"_s, u"report.md"_s, u"launch.sh"_s})
      QVERIFY2(QFile::exists(folder.filePath(name)), qPrintable(name));
  }

 private:
  void prepare() override { steps_ = 0; }

  void type(const QString& words) {
    ++steps_;
    state(words);
  }
  /// Types a line that states the job, which is no step.
  void state(const QString& words) {
    QTest::keyClick(ui_->window.get(), Qt::Key_K, Qt::ControlModifier);
    auto* text = ui_->find<QLineEdit>(u"commandPalette.text"_s);
    QTest::keyClicks(text, words);
    QTest::keyClick(text, Qt::Key_Return);
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::ControlModifier) {
    ++steps_;
    QTest::keyClick(ui_->window.get(), key, modifiers);
  }
  void trigger(const QString& action) {
    ++steps_;
    ui_->trigger(action);
  }
  void click(const QString& name) {
    ++steps_;
    auto* button = ui_->find<QAbstractButton>(name);
    QVERIFY2(button->isVisible() && button->isEnabled(), qPrintable(name));
    QTest::mouseClick(button, Qt::LeftButton);
  }
  void drop(const QString& path) {
    ++steps_;
    QVERIFY(ui_->dropFile(path));
  }
  [[nodiscard]] QString modelName() { return toQt(model_name(ui_->model().plan())); }
  /// Returns the plan that core chooses for the plan in the window.
  [[nodiscard]] std::optional<Option> best() {
    Requirements requirements;
    requirements.freedom = with_open_batch(ui_->settings.mayChange(), ui_->model().document());
    return choose(ui_->model().plan(), requirements).best;
  }
  /// Checks that the card shows that plan, and writes it to the test's log.
  void tell() {
    const QString title = toQt(title_of(*best(), pick_of(ui_->model().plan())));
    QTRY_COMPARE(ui_->find<ElidedText>(u"bestCard.title"_s)->text(), title);
    const MemoryEstimate& estimate = ui_->model().results().evaluation.figures.estimate;
    qInfo("%d steps; the plan: %s, %s per GPU; best: %s", steps_, settings_line(ui_->model().plan()).c_str(),
          format_bytes(estimate.gpu.peak).c_str(), qPrintable(title));
  }

  int steps_ = 0;
};

ZP_TEST(TasksTest)
#include "tasks_test.moc"
