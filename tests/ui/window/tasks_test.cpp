// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include "core/check/check_config.h"
#include "core/report/words.h"
#include "core/search/choice_words.h"
#include "core/text/config_text.h"
#include "core/units/format.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/inputs/elided_text.h"
#include "ui/model/dialogs.h"
#include "ui/model/text.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of users' tasks, done as a user does them, in at most four steps: a step is a line typed, a key, a
/// file dropped or a button. Afterwards the answer is on screen.
class TasksTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  void cleanup() {
    test::WindowCase::cleanup();
    QVERIFY2(steps_ <= 4, std::to_string(steps_).c_str());
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
                 u"The wrong tool for this model and cluster"_s);
    QVERIFY(!ui_->find<QAbstractButton>(u"bestCard.adopt"_s)->isEnabled());
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
    QTest::keyClick(ui_->window.get(), Qt::Key_K, Qt::ControlModifier);
    auto* text = ui_->find<QLineEdit>(u"commandPalette.text"_s);
    QTest::keyClicks(text, words);
    QTest::keyClick(text, Qt::Key_Return);
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::ControlModifier) {
    ++steps_;
    QTest::keyClick(ui_->window.get(), key, modifiers);
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
    Requirements wanted;
    wanted.freedom = ui_->settings.mayChange();
    return choose(ui_->model().plan(), wanted).best;
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
