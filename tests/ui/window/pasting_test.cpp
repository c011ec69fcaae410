// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QDialog>
#include <QGuiApplication>
#include <QPushButton>

#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/model/dialogs.h"
#include "ui/model/run_model.h"
#include "ui/window/message_bar.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

const QByteArray yaml =
    "model_name_or_path: meta-llama/Llama-2-7b-hf\n"
    "stage: sft\n"
    "finetuning_type: full\n"
    "per_device_train_batch_size: 3\n"
    "cutoff_len: 1024\n";
const auto script =
    u"#!/bin/bash\n"
    "deepspeed --num_gpus 4 run_clm.py --model_name_or_path meta-llama/Llama-2-7b-hf "
    "--per_device_train_batch_size 5 --bf16 True\n"_s;
const auto log_after_config =
    u"{\n  \"train_micro_batch_size_per_gpu\": 1,\n  \"zero_optimization\": {\"stage\": 2}\n}\n"
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of "
    "39.39 GiB of which 0.50 GiB is free. Of the allocated memory 38.00 GiB is allocated by PyTorch, and "
    "0.10 GiB is reserved by PyTorch but unallocated."_s;

}  // namespace

/// Tests of text that is pasted into the window: a plan, a file of a training program, a log.
class PastingTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  void a_plan_becomes_the_plan_and_undo_takes_it_back() {
    const PlanDocument before = ui_->model().document();
    ui_->model().save(ui_->path(u"mine.zplan.json"_s));
    PlanDocument sent = before;
    sent.plan.training.micro_batch_size = 7;
    paste(QString::fromStdString(write_plan(sent)));
    QVERIFY(ui_->model().document() == sent);
    QVERIFY(ui_->find<MessageBar>(u"messageBar"_s)->sentence().contains(u"pasted plan"));
    QCOMPARE(ui_->model().filePath(), QString());  // saving does not overwrite the former plan
    ui_->trigger(u"edit.undo"_s);
    QVERIFY(ui_->model().document() == before);
  }
  void a_script_is_read_into_the_plan() {
    paste(script);
    QCOMPARE(ui_->model().plan().training.micro_batch_size, 5);
    QCOMPARE(ui_->model().plan().cluster.gpus_per_node, 4);
    QVERIFY(ui_->settings.recentFiles().isEmpty());
  }
  void a_changed_configuration_is_written_to_a_file_that_is_asked_for() {
    paste(QString::fromUtf8(yaml));
    QCOMPARE(ui_->model().plan().training.micro_batch_size, 3);
    Plan next = ui_->model().plan();
    next.training.micro_batch_size = 6;
    ui_->model().propose(next, {u"Micro batch"_s});
    dialogs::setNextFileName(ui_->path(u"kept.yaml"_s));
    ui_->trigger(u"file.writeBack"_s);
    QTRY_VERIFY(ui_->window->findChild<QDialog*>(u"writeBackDialog"_s) != nullptr);
    ui_->find<QPushButton>(u"writeBack.write"_s)->click();
    QByteArray changed = yaml;
    QTRY_COMPARE(ui_->contentOf(ui_->path(u"kept.yaml"_s)),
                 changed.replace("train_batch_size: 3", "train_batch_size: 6"));
  }
  void a_log_that_begins_with_a_configuration_is_a_log() {
    const PlanDocument before = ui_->model().document();
    paste(log_after_config);
    QVERIFY(!ui_->window->run().isEmpty());
    QVERIFY(ui_->model().document() == before);
  }
  void a_log_that_begins_with_the_command_of_the_run_is_a_log() {
    const PlanDocument before = ui_->model().document();
    paste(script + log_after_config.section(u'\n', 4));
    QVERIFY(!ui_->window->run().isEmpty());
    QVERIFY(ui_->model().document() == before);
  }

 private:
  void paste(const QString& text) {
    QGuiApplication::clipboard()->setText(text);
    ui_->trigger(u"edit.pasteLog"_s);
  }
};

ZP_TEST(PastingTest)
#include "pasting_test.moc"
