// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QInputDialog>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QTableView>
#include <QTimer>

#include "core/export/flavours.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/model/dialogs.h"
#include "ui/window/message_bar.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

const QByteArray full =
    "model_name_or_path: meta-llama/Llama-2-7b-hf\nfinetuning_type: full\nbf16: true\n"
    "deepspeed: examples/deepspeed/ds_z3_config.json\n";
const QByteArray unknown =
    "base_model: nobody/Llama-3-8B-70B-ours\nmicro_batch_size: 3\nbf16: true\ndeepspeed: "
    "deepspeed_configs/zero2.json\n";

/// Presses the keys in the dialogs that the next action opens, one key in each dialog.
void answer(std::initializer_list<Qt::Key> keys) {
  auto* timer = new QTimer(QCoreApplication::instance());
  auto left = std::make_shared<std::vector<Qt::Key>>(keys);
  QObject::connect(timer, &QTimer::timeout, timer, [timer, left, last = QPointer<QWidget>()]() mutable {
    QWidget* dialog = QApplication::activeModalWidget();
    if (dialog == nullptr || dialog == last) return;  // the dialog before takes a moment to close
    if (!dialog->isActiveWindow()) return;            // before that, access keys are not its own
    last = dialog;
    const Qt::Key key = left->front();
    left->erase(left->begin());
    if (left->empty()) {
      timer->stop();
      timer->deleteLater();
    }
    QWidget* focus = dialog->focusWidget() != nullptr ? dialog->focusWidget() : dialog;
    QTest::keyClick(focus, key,
                    key == Qt::Key_Return || key == Qt::Key_Escape || key == Qt::Key_Down ? Qt::NoModifier
                                                                                          : Qt::AltModifier);
  });
  timer->start(20);
}

}  // namespace

/// Tests of files of other programs, dropped into a plan that somebody has worked on.
class ImportTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  void a_file_of_full_fine_tuning_ends_the_adapters_in_one_step() {
    const PlanDocument before = work();
    QVERIFY(ui_->dropFile(ui_->write(u"qwen.yaml"_s, full)));
    QCOMPARE(ui_->settings.recentFiles(), QStringList{ui_->path(u"qwen.yaml"_s)});
    QCOMPARE(ui_->model().plan().training.lora.rank, std::int64_t{0});
    QCOMPARE(ui_->model().plan().training.sequence_length, std::int64_t{2048});
    QCOMPARE(ui_->model().plan().cluster, before.plan.cluster);
    const QString said = sentence();
    for (const QString& words :
         {u"finetuning_type: full"_s, u"2 nodes of 8"_s, u"training.sequence_length is 2048 (was 999)"_s})
      QVERIFY2(said.contains(words), qPrintable(said));
    ui_->trigger(u"edit.undo"_s);
    QVERIFY(ui_->model().document() == before);
  }

  void a_file_of_another_program_gives_a_plan_without_a_file() {
    const QString path = ui_->path(u"mine.zplan.json"_s);
    ui_->model().save(path);
    const QByteArray mine = ui_->contentOf(path);
    QVERIFY(ui_->dropFile(ui_->write(u"qwen.yaml"_s, full)));
    QCOMPARE(ui_->model().filePath(), QString());
    dialogs::setNextFileName(ui_->path(u"other.zplan.json"_s));
    ui_->trigger(u"file.save"_s);
    QCOMPARE(ui_->contentOf(path), mine);
    ui_->trigger(u"edit.undo"_s);
    QCOMPARE(ui_->model().filePath(), path);
  }
  void a_ds_config_changes_the_plan_of_the_present_file() {
    const QString path = ui_->path(u"mine.zplan.json"_s);
    ui_->model().save(path);
    QVERIFY(ui_->dropFile(ui_->write(u"ds_config.json"_s, R"({"zero_optimization": {"stage": 3}})")));
    QCOMPARE(ui_->model().filePath(), path);
    QVERIFY(ui_->model().isModified());
  }

  void an_unknown_model_is_asked_about_and_cancelled() {
    const PlanDocument before = work();
    answer({Qt::Key_Escape});
    QVERIFY(ui_->dropFile(ui_->write(u"axolotl.yml"_s, unknown)));
    QVERIFY(ui_->model().document() == before);
  }

  void an_unknown_model_is_asked_about_and_the_plan_s_kept() {
    const PlanDocument before = work();
    answer({Qt::Key_K});
    QVERIFY(ui_->dropFile(ui_->write(u"axolotl.yml"_s, unknown)));
    QVERIFY(ui_->model().plan().model == before.plan.model);
    QCOMPARE(ui_->model().plan().training.micro_batch_size, std::int64_t{3});
    QVERIFY2(sentence().contains(u"nobody/Llama-3-8B-70B-ours; the plan's model was kept"),
             qPrintable(sentence()));
    ui_->trigger(u"edit.undo"_s);
    QVERIFY(ui_->model().document() == before);
  }

  void an_unknown_model_is_asked_about_and_another_chosen() {
    const PlanDocument before = work();
    answer({Qt::Key_H, Qt::Key_Return});
    QVERIFY(ui_->dropFile(ui_->write(u"axolotl.yml"_s, unknown)));
    const std::string plan = write_plan(ui_->model().document());
    QVERIFY2(plan.find("\"preset\": \"llama-3-8b\"") != std::string::npos, plan.c_str());
    QVERIFY2(sentence().contains(u"was chosen in place of nobody/Llama-3-8B-70B-ours"),
             qPrintable(sentence()));
    QVERIFY(!sentence().contains(u"was kept"));
    ui_->trigger(u"edit.undo"_s);
    QVERIFY(ui_->model().document() == before);
  }

  void the_question_says_what_was_not_found_and_what_is_similar() {
    work();
    QString asked;
    QTimer::singleShot(0, [&] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (box == nullptr) return;
      asked = box->text() + box->informativeText();
      box->reject();
    });
    QVERIFY(ui_->dropFile(ui_->write(u"axolotl.yml"_s, unknown)));
    for (const QString& words : {u"axolotl.yml"_s, u"Line 1"_s, u"base_model"_s,
                                 u"nobody/Llama-3-8B-70B-ours"_s, u"llama-3-8b"_s, u"Llama 2 7B"_s})
      QVERIFY2(asked.contains(words), qPrintable(asked));
  }

  void the_message_leads_to_what_was_read_and_a_row_to_its_field() {
    QVERIFY(!ui_->window->actions().find(u"file.read"_s)->isEnabled());
    QVERIFY(ui_->dropFile(ui_->write(u"qwen.yaml"_s, full)));
    auto* action = ui_->find<QPushButton>(u"messageBar.action"_s);
    QCOMPARE(action->text(), u"What was read"_s);
    action->click();
    auto* table = ui_->find<QTableView>(u"import.keys"_s);
    QVERIFY(table->isVisible());
    choose(*table, u"bf16"_s);
    QTest::keyClick(table, Qt::Key_Return);
    QTRY_VERIFY(ui_->window->isActiveWindow());
    QCOMPARE(QApplication::focusWidget(), ui_->find<QWidget>(u"precision"_s)->focusWidget());
  }

  void a_key_without_a_control_leads_to_its_setting() {
    QVERIFY(ui_->dropFile(ui_->write(u"qwen.yaml"_s, full + "dataloader_num_workers: 4\n")));
    ui_->trigger(u"file.read"_s);
    auto* table = ui_->find<QTableView>(u"import.keys"_s);
    choose(*table, u"dataloader_num_workers"_s);
    QTest::keyClick(table, Qt::Key_Return);
    auto* settings = ui_->window->findChild<QDialog*>(u"sheetDialog"_s);
    QVERIFY(settings != nullptr && settings->isVisible());
  }

  void an_exported_folder_opens_as_its_plan_and_says_what_was_changed() {
    const PlanDocument plan = work();
    QVERIFY(QDir().mkpath(ui_->path(u"job"_s)));
    const ExportFlavour& flavour = export_flavours().front();
    for (const ExportFile& file : flavour.write(plan).files) {
      QByteArray text = QByteArray::fromStdString(file.text);
      if (file.name == "ds_config.json") text.replace("\"stage\": 3", "\"stage\": 2");
      ui_->write(u"job/"_s + QString::fromStdString(file.name), text);
    }
    ui_->trigger(u"edit.undo"_s);
    QVERIFY(ui_->dropFile(ui_->path(u"job"_s)));
    QCOMPARE(ui_->model().plan().cluster.nodes, 2);
    QCOMPARE(ui_->model().plan().training.sequence_length, std::int64_t{999});
    QCOMPARE(ui_->model().plan().zero.stage, 2);
    QVERIFY2(sentence().contains(u"ds_config.json is not what the folder's plan exports"_s),
             qPrintable(sentence()));
  }

  void a_file_that_another_program_changed_is_not_written_over() {
    const QString path = ui_->write(u"qwen.yaml"_s, full + "per_device_train_batch_size: 1\n");
    QVERIFY(ui_->dropFile(path));
    Plan next = ui_->model().plan();
    next.training.micro_batch_size = 2;
    ui_->model().propose(next, {u"Micro batch"_s});
    ui_->trigger(u"file.writeBack"_s);
    QTRY_VERIFY(ui_->window->findChild<QDialog*>(u"writeBackDialog"_s) != nullptr);
    ui_->write(u"qwen.yaml"_s, "theirs: 1\n");
    ui_->find<QPushButton>(u"writeBack.write"_s)->click();
    QCOMPARE(ui_->contentOf(path), QByteArray("theirs: 1\n"));
    QVERIFY2(sentence().contains(u"changed by another program"_s), qPrintable(sentence()));
  }

  void a_plan_that_the_file_already_gives_changes_nothing() {
    const QString path = ui_->write(u"qwen.yaml"_s, full);
    QVERIFY(ui_->dropFile(path));
    ui_->trigger(u"file.writeBack"_s);
    QTRY_VERIFY(ui_->window->findChild<QDialog*>(u"writeBackDialog"_s) != nullptr);
    QVERIFY(ui_->window->findChild<QPushButton*>(u"writeBack.write"_s) == nullptr);
    ui_->window->findChild<QDialog*>(u"writeBackDialog"_s)->close();
    QCOMPARE(ui_->contentOf(path), full);
  }

  void a_new_plan_forgets_the_file() {
    QVERIFY(ui_->dropFile(ui_->write(u"qwen.yaml"_s, full)));
    QVERIFY(ui_->window->actions().find(u"file.read"_s)->isEnabled());
    answer({Qt::Key_D});
    ui_->trigger(u"file.new"_s);
    QVERIFY(!ui_->window->actions().find(u"file.read"_s)->isEnabled());
  }

 private:
  /// Chooses the row of that key of the file.
  static void choose(QTableView& table, const QString& key) {
    const QModelIndexList found =
        table.model()->match(table.model()->index(0, 1), Qt::DisplayRole, key, 1, Qt::MatchExactly);
    if (found.isEmpty()) qFatal("no row of %s", qPrintable(key));
    table.setCurrentIndex(found.front());
  }
  /// Gives the window a plan with adapters, recomputation and an odd length, on two nodes.
  PlanDocument work() {
    ui_->model().proposeDocument(read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nodes": 2},
          "training": {"lora": {"rank": 16}, "activation_checkpointing": "full", "fused_loss": "chunked",
                       "sequence_length": 999}, "zero": {"stage": 3, "offload_param": "cpu"}})"),
                                 {u"Work"_s});
    return ui_->model().document();
  }
  QString sentence() { return ui_->find<MessageBar>(u"messageBar"_s)->sentence(); }
};

ZP_TEST(ImportTest)
#include "import_test.moc"
