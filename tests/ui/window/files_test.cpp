// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QMenu>

#include "core/plan_file/plan_file.h"
#include "core/plan_file/saved_figures.h"
#include "core/rules/check_plan.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/model/dialogs.h"
#include "ui/window/message_bar.h"
#include "ui/window/views.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of new, open, save, close, drop and recent files, and of what can go wrong with them.
class FilesTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  void saved_and_reopened_is_the_same() {
    ui_->model().adopt({3, Device::cpu, Device::cpu});
    QVERIFY(ui_->window->isWindowModified());
    const QString file = ui_->path(u"mine.zplan.json"_s);
    dialogs::setNextFileName(file);
    ui_->trigger(u"file.save"_s);
    QVERIFY(!ui_->window->isWindowModified());
    QVERIFY(ui_->window->windowTitle().startsWith(u"mine.zplan.json[*]"));
    const PlanDocument saved = ui_->model().document();
    ui_->trigger(u"file.new"_s);
    QVERIFY(ui_->model().document() == example_plan());
    dialogs::setNextFileName(file);
    ui_->trigger(u"file.open"_s);
    QVERIFY(ui_->model().document() == saved);
    QCOMPARE(ui_->settings.recentFiles(), QStringList{file});
  }
  void a_plan_whose_figures_have_changed_since_it_was_saved_says_so() {
    const QString file = ui_->path(u"mine.zplan.json"_s);
    dialogs::setNextFileName(file);
    ui_->trigger(u"file.save"_s);
    const std::string text = ui_->contentOf(file).toStdString();
    std::optional<SavedFigures> saved = saved_figures_in(text);
    QVERIFY(saved);
    QVERIFY(ui_->window->openFile(file));
    auto* bar = ui_->find<MessageBar>(u"messageBar"_s);
    QVERIFY(!bar->isVisible() || !bar->sentence().contains(u"Since this plan was saved"));
    saved->gpu_peak /= 2;
    const std::string older = write_plan(read_plan(text), *saved);
    QVERIFY(ui_->window->openFile(ui_->write(u"older.zplan.json"_s, QByteArray::fromStdString(older))));
    QVERIFY2(bar->sentence().contains(u"Since this plan was saved"), qPrintable(bar->sentence()));
    QVERIFY(!ui_->window->isWindowModified());
  }
  void a_name_without_an_ending_gets_ours() {
    dialogs::setNextFileName(ui_->path(u"bare"_s));
    ui_->trigger(u"file.saveAs"_s);
    QVERIFY(QFile::exists(ui_->path(u"bare.zplan.json"_s)));
  }
  void saving_again_asks_nothing() {
    dialogs::setNextFileName(ui_->path(u"a.zplan.json"_s));
    ui_->trigger(u"file.save"_s);
    ui_->model().adopt({1, Device::none, Device::none});
    ui_->trigger(u"file.save"_s);
    QVERIFY(read_plan(ui_->contentOf(ui_->path(u"a.zplan.json"_s)).toStdString()) == ui_->model().document());
  }

  void a_bad_file_is_told_in_the_window_and_changes_nothing_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("said");
    QTest::newRow("no JSON") << QByteArray("{\"model\": ") << u"plan.zplan.json"_s;
    QTest::newRow("empty") << QByteArray() << u"plan.zplan.json"_s;
    QTest::newRow("some other JSON") << QByteArray(R"({"hello": "world"})") << u"plan.zplan.json"_s;
    QTest::newRow("a wrong value") << QByteArray(
                                          R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 7}})")
                                   << u"stage"_s;
    QTest::newRow("an unknown preset")
        << QByteArray(R"({"model": {"preset": "lama-2-7b"}})") << u"llama-2-7b"_s;
  }
  void a_bad_file_is_told_in_the_window_and_changes_nothing() {
    QFETCH(QByteArray, content);
    QFETCH(QString, said);
    const PlanDocument before = ui_->model().document();
    QVERIFY(!ui_->window->openFile(ui_->write(u"plan.zplan.json"_s, content)));
    auto* bar = ui_->find<MessageBar>(u"messageBar"_s);
    QVERIFY(bar->isVisible());
    QVERIFY2(bar->sentence().contains(said), qPrintable(bar->sentence()));
    QVERIFY(ui_->model().document() == before);
    QVERIFY(ui_->model().filePath().isEmpty());
    QVERIFY(ui_->settings.recentFiles().isEmpty());
    QCOMPARE(ui_->contentOf(ui_->path(u"plan.zplan.json"_s)), content);
  }
  void what_is_wrong_with_a_file_of_others_is_said_and_not_what_it_lacks_as_a_plan() {
    const QByteArray yaml =
        "deepspeed_config:\n  deepspeed_config_file: nowhere.json\ndistributed_type: DEEPSPEED\n";
    QVERIFY(!ui_->window->openFile(ui_->write(u"accelerate.yaml"_s, yaml)));
    const QString said = ui_->find<MessageBar>(u"messageBar"_s)->sentence();
    QVERIFY2(said.contains(u"nowhere.json") && !said.contains(u"model"), qPrintable(said));
  }
  void a_missing_file_is_told_too() {
    QVERIFY(!ui_->window->openFile(ui_->path(u"nowhere.zplan.json"_s)));
    QVERIFY(ui_->find<MessageBar>(u"messageBar"_s)->sentence().contains(u"nowhere.zplan.json"));
  }
  void a_plan_that_cannot_be_estimated_opens_and_says_why() {
    const QByteArray heads =
        R"({"model": {"architecture": {"block": "llama", "hidden_size": 4100, "layers": 2,
        "attention_heads": 32, "intermediate_size": 11008, "vocab_size": 32000}}})";
    QVERIFY(ui_->window->openFile(ui_->write(u"odd.zplan.json"_s, heads)));
    QVERIFY(ui_->model().results().stale);
    QVERIFY(!ui_->model().results().has_numbers);
    QVERIFY(is_impossible(ui_->model().results().issues.front()));
    for (const ViewRow& view : views())
      ui_->window->showView(view.id);
    ui_->trigger(u"view.explanation"_s);
    for (const auto& id : {u"export.config"_s, u"export.bundle"_s, u"export.table"_s, u"export.chart"_s,
                           u"edit.copyConfig"_s, u"edit.copyLaunch"_s, u"edit.copyChart"_s})
      ui_->trigger(id);
    QVERIFY(ui_->find<MessageBar>(u"messageBar"_s)->sentence().contains(u"nothing to export"));
    ui_->model().propose(ui_->model().results().issues.front().remedy->plan, {u"cure"_s});
    QVERIFY(ui_->model().results().has_numbers);
  }
  void a_good_file_takes_the_complaint_away() {
    ui_->window->openFile(ui_->path(u"nowhere.zplan.json"_s));
    QVERIFY(
        ui_->window->openFile(ui_->write(u"good.zplan.json"_s, R"({"model": {"preset": "gpt-2-xl-1.5b"}})")));
    QVERIFY(!ui_->find<MessageBar>(u"messageBar"_s)->isVisible());
  }
  void what_cannot_be_written_stays_modified() {
    ui_->model().adopt({3, Device::none, Device::none});
    dialogs::setNextFileName(u"/proc/no/such/plan.zplan.json"_s);
    ui_->trigger(u"file.save"_s);
    QVERIFY(ui_->find<MessageBar>(u"messageBar"_s)->isVisible());
    QVERIFY(ui_->window->isWindowModified());
  }

  void closing_asks_about_unsaved_changes_data() {
    QTest::addColumn<dialogs::Answer>("answer");
    QTest::addColumn<bool>("closes");
    QTest::addColumn<bool>("saved");
    QTest::newRow("save") << dialogs::Answer::save << true << true;
    QTest::newRow("discard") << dialogs::Answer::discard << true << false;
    QTest::newRow("cancel") << dialogs::Answer::cancel << false << false;
  }
  void closing_asks_about_unsaved_changes() {
    QFETCH(dialogs::Answer, answer);
    const QString file = ui_->path(u"closing.zplan.json"_s);
    ui_->model().adopt({3, Device::none, Device::none});
    dialogs::setNextAnswer(answer);
    if (answer == dialogs::Answer::save) dialogs::setNextFileName(file);
    QTEST(ui_->window->close(), "closes");
    QTEST(QFile::exists(file), "saved");
  }
  void closing_asks_nothing_when_nothing_changed() {
    ui_->model().adopt({3, Device::none, Device::none});
    ui_->model().undoStack().undo();
    QVERIFY(ui_->window->close());
  }
  void opening_another_asks_first() {
    const QString file = ui_->write(u"other.zplan.json"_s, R"({"model": {"preset": "gpt-2-xl-1.5b"}})");
    ui_->model().adopt({3, Device::none, Device::none});
    dialogs::setNextAnswer(dialogs::Answer::cancel);
    QVERIFY(!ui_->window->openFile(file));
    QCOMPARE(ui_->model().plan().zero.stage, 3);
    dialogs::setNextAnswer(dialogs::Answer::discard);
    QVERIFY(ui_->window->openFile(file));
  }

  void a_plan_can_be_dropped() {
    const QString file = ui_->write(u"dropped.zplan.json"_s,
                                    R"({"model": {"preset": "gpt-2-xl-1.5b"}, "zero": {"stage": 1}})");
    QVERIFY(ui_->drop({QUrl::fromLocalFile(file)}));
    QCOMPARE(ui_->model().plan().zero.stage, 1);
    QCOMPARE(ui_->model().filePath(), file);
  }
  void what_is_no_plan_can_be_dropped_and_is_told() {
    const PlanDocument before = ui_->model().document();
    ui_->drop({QUrl::fromLocalFile(ui_->write(u"notes.json"_s, R"({"hello": "world"})"))});
    QVERIFY(ui_->find<MessageBar>(u"messageBar"_s)->sentence().contains(u"notes.json"));
    QVERIFY(ui_->model().document() == before);
  }
  void a_ds_config_can_be_dropped_onto_the_plan_and_undone() {
    const PlanDocument before = ui_->model().document();
    ui_->drop({QUrl::fromLocalFile(ui_->write(
        u"ds_config.json"_s,
        R"({"zero_optimization": {"stage": 3}, "train_micro_batch_size_per_gpu": 5, "bf16": {"enabled": true}})"))});
    QCOMPARE(ui_->model().plan().zero.stage, 3);
    QCOMPARE(ui_->model().plan().training.micro_batch_size, 5);
    QVERIFY(ui_->model().plan().model == before.plan.model);
    const QString said = ui_->find<MessageBar>(u"messageBar"_s)->sentence();
    QVERIFY2(said.contains(u"ds_config.json") && said.contains(u"optimizer"), qPrintable(said));
    ui_->model().undoStack().undo();
    QVERIFY(ui_->model().document() == before);
  }
  void a_hugging_face_config_becomes_the_model() {
    QVERIFY(ui_->window->openFile(ui_->write(
        u"config.json"_s,
        R"({"model_type": "qwen2", "hidden_size": 896, "intermediate_size": 4864, "num_attention_heads": 14,
            "num_hidden_layers": 24, "num_key_value_heads": 2, "vocab_size": 151936, "tie_word_embeddings": true})")));
    QCOMPARE(ui_->model().results().evaluation.figures.estimate.model.parameters.value(), 494'032'768);
    QVERIFY(ui_->model().filePath().isEmpty());
  }
  void a_link_is_not_taken() { QVERIFY(!ui_->drop({QUrl(u"https://example.org/plan.zplan.json"_s)})); }

  void recent_files_are_in_the_menu_and_missing_ones_can_be_removed() {
    const QString here = ui_->write(u"here.zplan.json"_s, R"({"model": {"preset": "gpt-2-xl-1.5b"}})");
    const QString gone = ui_->write(u"gone.zplan.json"_s, R"({"model": {"preset": "gpt-2-xl-1.5b"}})");
    QVERIFY(ui_->window->openFile(gone));
    QFile::remove(gone);
    QVERIFY(ui_->window->openFile(here));
    auto* menu = ui_->find<QMenu>(u"recentMenu"_s);
    QCOMPARE(menu->actions().size(), 2);
    QCOMPARE(menu->actions()[0]->text(), here);
    QVERIFY(menu->actions()[1]->text().contains(u"missing"));
    QFile::remove(here);  // removed after the menu was filled
    emit qobject_cast<QMenu*>(menu->parentWidget())->aboutToShow();
    QVERIFY(menu->actions()[0]->text().contains(u"missing"));
    ui_->write(u"here.zplan.json"_s, "{}");
    menu->actions()[1]->menu()->actions()[0]->trigger();
    QCOMPARE(menu->actions().size(), 1);
    QCOMPARE(ui_->settings.recentFiles(), QStringList{here});
  }
};

ZP_TEST(FilesTest)
#include "files_test.moc"
