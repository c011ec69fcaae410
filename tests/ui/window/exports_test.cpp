// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QStatusBar>
#include <QTabBar>
#include <QToolButton>
#include <nlohmann/json.hpp>

#include "core/export/bundle.h"
#include "core/export/ds_config.h"
#include "core/export/flavours.h"
#include "core/export/startable.h"
#include "core/sharding/edits.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/charts/memory_chart.h"
#include "ui/memory/memory_view.h"
#include "ui/model/dialogs.h"
#include "ui/model/text.h"
#include "ui/window/export_dialog.h"
#include "ui/window/message_bar.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;
using Json = nlohmann::json;

/// Tests of everything that the window writes to files and to the clipboard.
class ExportsTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  void the_exported_file_is_core_s_ds_config() {
    ui_->model().adopt({3, Device::cpu, Device::none});
    const QString file = ui_->path(u"ds_config.json"_s);
    dialogs::setNextFileName(file);
    QTest::mouseClick(ui_->find<QPushButton>(u"toolBar.export"_s), Qt::LeftButton);
    const Json written = Json::parse(ui_->contentOf(file).toStdString());
    QVERIFY(written == Json::parse(ds_config(ui_->model().document())));
    QVERIFY(written["zero_optimization"]["stage"] == 3);
    QVERIFY(ui_->window->statusBar()->currentMessage().contains(file));
    QVERIFY(ui_->find<QToolButton>(u"openFolder"_s)->isVisible());
  }
  void an_impossible_plan_exports_the_last_possible_one() {
    const PlanDocument last = ui_->model().document();
    ui_->model().propose(edits::set_hidden_size(ui_->model().plan(), 4100), {u"Hidden size"_s});
    const QString file = ui_->path(u"ds_config.json"_s);
    dialogs::setNextFileName(file);
    ui_->trigger(u"export.config"_s);
    QVERIFY(Json::parse(ui_->contentOf(file).toStdString()) == Json::parse(ds_config(last)));
    QVERIFY2(said().contains(u"before the error"), qPrintable(said()));
  }
  void what_does_not_fit_is_exported_with_a_word_data() {
    QTest::addColumn<QString>("action");
    for (const auto& action :
         {u"export.config"_s, u"export.bundle"_s, u"edit.copyConfig"_s, u"edit.copyLaunch"_s})
      QTest::newRow(qPrintable(action)) << action;
  }
  void what_does_not_fit_is_exported_with_a_word() {
    QFETCH(QString, action);
    const QString file = ui_->path(u"out"_s);
    QVERIFY(QDir().mkpath(file));
    const auto run = [&] {
      dialogs::setNextFileName(action == u"export.config" ? file + u"/ds_config.json"_s : file);
      dialogs::setNextReplace(true);
      ui_->trigger(action);
    };
    run();
    QVERIFY(!ui_->find<MessageBar>(u"messageBar"_s)->isVisible());
    Plan large = ui_->model().plan();
    large.training.micro_batch_size = 4096;
    ui_->model().propose(large, {u"Micro batch"_s});
    QVERIFY(!ui_->model().results().evaluation.figures.estimate.fits());
    run();
    QVERIFY(ui_->find<MessageBar>(u"messageBar"_s)->isVisible());
    QVERIFY2(said().contains(u"a run would fail"), qPrintable(said()));
  }
  void a_name_without_an_ending_gets_one_data() {
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("written");
    QTest::newRow("config") << u"export.config"_s << u"mine"_s << u"mine.json"_s;
    QTest::newRow("a point in the name") << u"export.config"_s << u"run-v1.5"_s << u"run-v1.5.json"_s;
    QTest::newRow("an ending of one's own") << u"export.config"_s << u"mine.conf"_s << u"mine.conf"_s;
    QTest::newRow("chart") << u"export.chart"_s << u"mine"_s << u"mine.png"_s;
    QTest::newRow("table") << u"export.table"_s << u"mine"_s << u"mine.csv"_s;
  }
  void a_name_without_an_ending_gets_one() {
    QFETCH(QString, action);
    QFETCH(QString, typed);
    QFETCH(QString, written);
    dialogs::setNextFileName(ui_->path(typed));
    ui_->trigger(action);
    QVERIFY(!ui_->contentOf(ui_->path(written)).isEmpty());
    QVERIFY(typed == written || !QFileInfo::exists(ui_->path(typed)));
  }
  void what_deepspeed_refuses_is_not_exported() {
    PlanDocument document = ui_->model().document();
    document.text.deepspeed_config = R"({"gradient_allreduce_op": "avg"})";
    ui_->model().proposeDocument(document, {u"Carried keys"_s});
    const QString file = ui_->path(u"refused.json"_s);
    for (const QString& action : {u"export.config"_s, u"export.bundle"_s}) {
      dialogs::setNextFileName(file);
      ui_->trigger(action);
      QVERIFY(!QFileInfo::exists(file));
    }
    QVERIFY(ui_->find<MessageBar>(u"messageBar"_s)->isVisible());
  }
  void a_cancelled_dialog_writes_nothing() {
    dialogs::setNextFileName({});
    ui_->trigger(u"export.config"_s);
    QVERIFY(ui_->window->statusBar()->currentMessage().isEmpty());
  }
  void what_cannot_be_written_is_told() {
    dialogs::setNextFileName(u"/proc/no/such/ds_config.json"_s);
    ui_->trigger(u"export.config"_s);
    QVERIFY(ui_->find<MessageBar>(u"messageBar"_s)->isVisible());
  }

  void the_bundle_is_complete_and_asks_before_it_replaces() {
    const QString folder = ui_->path(u"launch"_s);
    QVERIFY(QDir().mkpath(folder));
    dialogs::setNextFileName(folder);
    ui_->trigger(u"export.bundle"_s);
    for (const ExportFile& file : launch_bundle(ui_->model().document())) {
      const QFileInfo written(QDir(folder).filePath(toQt(file.name)));
      QVERIFY2(written.exists(), file.name.c_str());
      QCOMPARE(ui_->contentOf(written.filePath()), QByteArray::fromStdString(file.text));
      if (file.executable) QVERIFY(written.isExecutable());
    }
    QVERIFY(!ui_->contentOf(QDir(folder).filePath(u"report.md"_s)).isEmpty());

    const QString config = QDir(folder).filePath(u"ds_config.json"_s);
    const QByteArray before = ui_->contentOf(config);
    ui_->model().adopt({3, Device::none, Device::none});
    dialogs::setNextFileName(folder);
    dialogs::setNextReplace(false);
    ui_->trigger(u"export.bundle"_s);
    QCOMPARE(ui_->contentOf(config), before);
    dialogs::setNextFileName(folder);
    dialogs::setNextReplace(true);
    ui_->trigger(u"export.bundle"_s);
    QVERIFY(ui_->contentOf(config) != before);
  }

  void every_program_is_in_the_menu_and_its_files_are_shown_and_written() {
    for (const ExportFlavour& flavour : export_flavours().subspan(1)) {
      ui_->trigger(u"export.for."_s + toQt(flavour.name));
      auto* dialog = ui_->window->findChild<ExportDialog*>();
      QVERIFY(dialog != nullptr && dialog->isVisible());
      QCOMPARE(&dialog->flavour(), &flavour);
      auto* write = dialog->findChild<QPushButton*>(u"exportWrite"_s);
      QCOMPARE(write->isEnabled(), reason_not_started(flavour, ui_->model().plan()).empty());
      if (!write->isEnabled()) {  // torchtitan trains without DeepSpeed
        dialog->close();
        continue;
      }
      const ProgramExport made = flavour.write(ui_->model().document());
      auto* names = dialog->findChild<QTabBar*>(u"exportFiles"_s);
      QCOMPARE(names->count(), static_cast<int>(made.files.size()));
      QCOMPARE(names->currentIndex(), 0);
      for (int tab = 0; tab < names->count(); ++tab) {
        const ExportFile& file = made.files[static_cast<std::size_t>(tab)];
        names->setCurrentIndex(tab);
        QCOMPARE(names->tabText(tab), toQt(file.name));
        QCOMPARE(dialog->findChild<QPlainTextEdit*>(u"exportText"_s)->toPlainText(), toQt(file.text));
      }
      const QString folder = ui_->path(toQt(flavour.name));
      QVERIFY(QDir().mkpath(folder));
      dialogs::setNextFileName(folder);
      write->click();
      for (const ExportFile& file : made.files)
        QCOMPARE(ui_->contentOf(QDir(folder).filePath(toQt(file.name))),
                 QByteArray::fromStdString(file.text));
      dialog->close();
    }
    QCOMPARE(ui_->find<QMenu>(u"exportMenu"_s)->actions().size(),
             static_cast<int>(export_flavours().size()) - 1);
  }
  void what_is_shown_follows_the_plan() {
    ui_->trigger(u"export.for.axolotl"_s);
    auto* text = ui_->find<QPlainTextEdit>(u"exportText"_s);
    const QString before = text->toPlainText();
    Plan plan = ui_->model().plan();
    plan.training.micro_batch_size = 16;
    ui_->model().propose(plan, {u"Micro batch"_s});
    QVERIFY(text->toPlainText() != before);
    QVERIFY(text->toPlainText().contains(u"micro_batch_size: 16"_s));
  }

  void the_table_is_written_as_its_ending_says() {
    dialogs::setNextFileName(ui_->path(u"t.csv"_s));
    ui_->trigger(u"export.table"_s);
    QVERIFY(ui_->contentOf(ui_->path(u"t.csv"_s)).startsWith("strategy,"));
    dialogs::setNextFileName(ui_->path(u"t.md"_s));
    ui_->trigger(u"export.table"_s);
    QVERIFY(ui_->contentOf(ui_->path(u"t.md"_s)).startsWith("| Strategy |"));
  }
  void the_chart_is_written_as_its_ending_says_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("png") << u"c.png"_s << QByteArray("\x89PNG");
    QTest::newRow("svg") << u"c.svg"_s << QByteArray("<?xml");
    QTest::newRow("pdf") << u"c.pdf"_s << QByteArray("%PDF");
  }
  void the_chart_is_written_as_its_ending_says() {
    QFETCH(QString, name);
    QFETCH(QByteArray, start);
    dialogs::setNextFileName(ui_->path(name));
    ui_->trigger(u"export.chart"_s);
    QVERIFY(ui_->contentOf(ui_->path(name)).startsWith(start));
  }

  void a_hidden_chart_is_exported_as_the_plan_is_now() {
    ui_->window->showView(u"table"_s);
    ui_->model().adopt({3, Device::none, Device::none});
    dialogs::setNextFileName(ui_->path(u"now.svg"_s));
    ui_->trigger(u"export.chart"_s);
    const BarChartData& bars = ui_->find<MemoryView>(u"memoryView"_s)->chart().bars();
    for (const BarRow& row : bars.rows)
      QCOMPARE(row.selected, row.label == u"ZeRO-3");
    QVERIFY2(bars.title.contains(QRegularExpression(u"unsaved plan, [0-9a-f]{12}$"_s)),
             qPrintable(bars.title));
  }

  void the_clipboard_takes_json_command_and_chart() {
    QTest::keyClick(ui_->window.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), toQt(ds_config(ui_->model().document())));
    ui_->trigger(u"edit.copyLaunch"_s);
    QCOMPARE(QGuiApplication::clipboard()->text(), toQt(launch_command(ui_->model().document())));
    ui_->trigger(u"edit.copyChart"_s);
    QVERIFY(!QGuiApplication::clipboard()->image().isNull());
    QVERIFY(!ui_->window->statusBar()->currentMessage().isEmpty());
  }
  void the_chart_that_is_shown_is_the_one_exported() {
    ui_->trigger(u"edit.copyChart"_s);
    const QImage strategies = QGuiApplication::clipboard()->image();
    ui_->trigger(u"view.step"_s);
    ui_->window->showView(u"table"_s);  // works while another view is in front too
    ui_->trigger(u"edit.copyChart"_s);
    const QImage step = QGuiApplication::clipboard()->image();
    QVERIFY(!step.isNull());
    QVERIFY(step != strategies);
    const QString file = ui_->path(u"step.svg"_s);
    dialogs::setNextFileName(file);
    ui_->trigger(u"export.chart"_s);
    QVERIFY(ui_->contentOf(file).contains("Memory per GPU over one training step"));
  }

  void each_view_exports_its_own_chart_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<QByteArray>("title");
    QTest::newRow("memory") << u"memory"_s << QByteArray("Memory per GPU by strategy");
    QTest::newRow("speed") << u"speed"_s << QByteArray("Step time by strategy");
    QTest::newRow("scaling") << u"scaling"_s << QByteArray("Memory per GPU by number of GPUs");
    QTest::newRow("table") << u"table"_s << QByteArray("Memory per GPU by strategy");
  }
  void each_view_exports_its_own_chart() {
    QFETCH(QString, view);
    QFETCH(QByteArray, title);
    QVERIFY(ui_->show());
    ui_->window->showView(view);
    const QString file = ui_->path(u"view.svg"_s);
    dialogs::setNextFileName(file);
    ui_->trigger(u"export.chart"_s);
    QVERIFY(ui_->contentOf(file).contains(title));
    QVERIFY(ui_->contentOf(file).contains("unsaved plan, "));
  }
  void the_chart_last_used_is_the_one_exported() {
    QVERIFY(ui_->show());
    ui_->window->showView(u"scaling"_s);
    ui_->find<QWidget>(u"throughputScaling"_s)->setFocus();
    const QString file = ui_->path(u"tokens.svg"_s);
    dialogs::setNextFileName(file);
    ui_->trigger(u"export.chart"_s);
    QVERIFY(ui_->contentOf(file).contains("Tokens per second by number of GPUs"));
  }

  void all_charts_of_a_view_are_exported_with_names_of_their_own_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<QStringList>("files");
    QTest::newRow("memory") << u"memory"_s
                            << QStringList{u"mine-memory-per-gpu-by-strategy.svg"_s,
                                           u"mine-memory-per-gpu-over-one-training-step.svg"_s};
    QTest::newRow("scaling") << u"scaling"_s
                             << QStringList{u"mine-memory-per-gpu-by-number-of-gpus.svg"_s,
                                            u"mine-tokens-per-second-by-number-of-gpus.svg"_s};
    QTest::newRow("choice") << u"choice"_s
                            << QStringList{u"mine-plans-by-memory-and-tokens-per-second.svg"_s};
  }
  void all_charts_of_a_view_are_exported_with_names_of_their_own() {
    QFETCH(QString, view);
    QFETCH(QStringList, files);
    ui_->window->showView(view);
    QVERIFY(QDir().mkpath(ui_->path(u"all"_s)));
    dialogs::setNextFileName(ui_->path(u"all/mine.svg"_s));
    ui_->trigger(u"export.charts"_s);
    QCOMPARE(QDir(ui_->path(u"all"_s)).entryList(QDir::Files, QDir::Name), files);
    QSet<QByteArray> contents;
    for (const QString& file : files) {
      const QByteArray content = ui_->contentOf(ui_->path(u"all/"_s + file));
      QVERIFY(content.contains("unsaved plan, "));
      contents.insert(content);
    }
    QCOMPARE(contents.size(), files.size());
    QVERIFY(ui_->window->statusBar()->currentMessage().startsWith(u"Exported"));
  }
  void a_chart_among_all_replaces_a_file_only_if_the_user_agrees() {
    QVERIFY(QDir().mkpath(ui_->path(u"all"_s)));
    const QString file = ui_->path(u"all/mine-memory-per-gpu-by-strategy.png"_s);
    const QString other = ui_->path(u"all/mine-memory-per-gpu-over-one-training-step.png"_s);
    const auto run = [&](bool replace) {
      dialogs::setNextFileName(ui_->path(u"all/mine.png"_s));
      dialogs::setNextReplace(replace);
      ui_->trigger(u"export.charts"_s);
    };
    QCOMPARE(ui_->write(u"all/mine-memory-per-gpu-by-strategy.png"_s, "kept"), file);
    run(false);
    QCOMPARE(ui_->contentOf(file), QByteArray("kept"));
    QVERIFY(!QFileInfo::exists(other));
    run(true);
    QVERIFY(ui_->contentOf(file).startsWith("\x89PNG"));
    QVERIFY(ui_->contentOf(other).startsWith("\x89PNG"));
  }
  void a_chart_that_is_not_alone_offers_all_in_its_menu() {
    auto* chart = ui_->find<Chart>(u"memoryChart"_s);
    QContextMenuEvent event(QContextMenuEvent::Mouse, chart->rect().center(),
                            chart->mapToGlobal(chart->rect().center()));
    QCoreApplication::sendEvent(chart, &event);
    auto* menu = chart->findChild<QMenu*>();
    QVERIFY(menu != nullptr);
    QVERIFY(menu->actions().contains(ui_->window->actions().find(u"export.charts"_s)));
    menu->close();
  }
  void the_figures_of_the_chart_in_front_are_copied() {
    ui_->trigger(u"edit.copyFigures"_s);
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY2(text.startsWith(u"GiB per GPU\tParameters\t"), qPrintable(text.left(80)));
    QVERIFY(text.contains(u"\nZeRO-2\t"));
  }

 private:
  QString said() { return ui_->find<MessageBar>(u"messageBar"_s)->sentence(); }
};

ZP_TEST(ExportsTest)
#include "exports_test.moc"
