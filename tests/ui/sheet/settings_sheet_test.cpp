// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/settings_sheet.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QtTest>
#include <algorithm>
#include <memory>

#include "core/plan_file/plan_file.h"
#include "core/settings/plan_settings.h"
#include "tests/support/test_main.h"
#include "tests/ui/plan_fixture.h"
#include "ui/model/text.h"
#include "ui/sheet/sheet_delegate.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests that every setting of a plan can be found and set in the sheet.
class SettingsSheetTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    plan_ = std::make_unique<test::PlanFixture>();
    sheet_ = std::make_unique<SettingsSheet>(plan_->model);
    sheet_->resize(860, 560);
    sheet_->show();
    sheet_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(sheet_.get()));
  }
  void cleanup() { sheet_.reset(); }

  void every_key_of_a_plan_has_a_row() {
    for (const PlanKey& key : plan_keys()) {
      constexpr std::array of_the_file = {"format", "imported_config", "deepspeed_config", "scenarios",
                                          "saved_with"};
      if (std::ranges::find(of_the_file, key.path) != of_the_file.end()) continue;
      const auto is_it = [&key](const SheetKey& row) { return row.key == &key; };
      QVERIFY2(std::ranges::count_if(sheetKeys(), is_it) == 1, key.path.c_str());
    }
  }
  void what_a_row_shows_can_be_set_again() {
    const std::vector<SheetValue> values = sheetValues(plan_->model.document());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string& path = sheetKeys()[i].key->path;
      if (!sheetKeys()[i].key->is_plain() || values[i].text.isEmpty()) continue;
      const KeySetting same{path, toStd(values[i].text)};
      QVERIFY2(with_settings(plan_->model.document(), std::span(&same, 1)).plan == plan_->model.plan(),
               path.c_str());
    }
  }

  void search_finds_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("path");
    QTest::newRow("a name") << u"kv heads"_s << u"model.architecture.kv_heads"_s;
    QTest::newRow("a path") << u"training.lora.rank"_s << u"training.lora.rank"_s;
    QTest::newRow("DeepSpeed's name") << u"zero_optimization.sub_group_size"_s << u"zero.sub_group_size"_s;
  }
  void search_finds() {
    QFETCH(QString, typed);
    QFETCH(QString, path);
    QTest::keyClicks(search(), typed);
    QVERIFY(!row(path)->isHidden());
    QVERIFY(row(u"cluster.cpu_cores"_s)->isHidden());
    QVERIFY(row(u"cluster.cpu_cores"_s)->parent()->isHidden());
  }
  void nothing_is_lost_when_the_search_is_cleared() {
    QTest::keyClicks(search(), u"no such thing"_s);
    QVERIFY(row(u"zero.stage"_s)->isHidden());
    search()->clear();
    QVERIFY(!row(u"zero.stage"_s)->isHidden());
  }

  void a_number_is_typed_and_undone() {
    edit(u"model.architecture.kv_heads"_s, u"8"_s);
    const Plan& plan = plan_->model.plan();
    QCOMPARE(plan.model.architecture.kv_heads, 8);
    QVERIFY(plan.model.source == ModelSource::architecture);
    QVERIFY(row(u"model.architecture.kv_heads"_s)->font(0).bold());
    const QString size = sheet_->findChild<QLabel*>(u"sheet.size"_s)->text();
    plan_->model.undoStack().undo();
    QCOMPARE(plan_->model.plan().model.architecture.kv_heads, 32);
    QVERIFY(sheet_->findChild<QLabel*>(u"sheet.size"_s)->text() != size);
  }
  void lora_is_switched_on() {
    edit(u"training.lora.rank"_s, u"16"_s);
    QCOMPARE(plan_->model.plan().training.lora.rank, 16);
    edit(u"training.lora.targets"_s, u"q_proj,k_proj"_s);
    QCOMPARE(value(u"training.lora.targets"_s).simplified().remove(u' '), u"[\"q_proj\",\"k_proj\"]"_s);
  }
  void a_word_is_chosen_from_a_list() {
    QTreeWidgetItem* item = row(u"training.activation_checkpointing"_s);
    tree()->setCurrentItem(item, SheetDelegate::value_column);
    QTest::keyClick(tree(), Qt::Key_F2);
    auto* list = tree()->findChild<QComboBox*>(u"sheet.editor"_s);
    QVERIFY(list != nullptr);
    list->setCurrentText(u"none"_s);
    emit list->activated(list->currentIndex());
    QVERIFY(plan_->model.plan().training.activation_checkpointing == Checkpointing::none);
  }
  void suffixes_are_read_as_on_the_command_line() {
    edit(u"training.sequence_length"_s, u"8k"_s);
    QCOMPARE(plan_->model.plan().training.sequence_length, 8192);
    edit(u"cluster.cpu_memory_gib"_s, u"512"_s);
    QCOMPARE(plan_->model.plan().cluster.cpu_memory_gib, 512.0);
  }
  void numbers_are_typed_with_a_point_or_a_comma() {
    for (const QLocale& locale : {QLocale(QLocale::German, QLocale::Germany), QLocale::c()}) {
      sheet_->setLocale(locale);
      edit(u"cluster.cpu_memory_gib"_s, u"512,5"_s);
      QCOMPARE(plan_->model.plan().cluster.cpu_memory_gib, 512.5);
      edit(u"cluster.cpu_memory_gib"_s, u"1.024,5 GiB"_s);
      QCOMPARE(plan_->model.plan().cluster.cpu_memory_gib, 1024.5);
      edit(u"training.sequence_length"_s, u"4.096"_s);
      QCOMPARE(plan_->model.plan().training.sequence_length, 4096);
      edit(u"training.sequence_length"_s, u"2048"_s);
    }
    sheet_->setLocale(QLocale(QLocale::German, QLocale::Germany));
    edit(u"cluster.cpu_memory_gib"_s, u"1,500"_s);
    QCOMPARE(plan_->model.plan().cluster.cpu_memory_gib, 1024.5);
    const QString foot = sheet_->findChild<QLabel*>(u"sheet.foot"_s)->text();
    QVERIFY2(foot.contains(u"can mean 1500 or 1.5; write one of the two."), qPrintable(foot));
  }
  void delete_takes_the_default() {
    edit(u"training.micro_batch_size"_s, u"4"_s);
    tree()->setCurrentItem(row(u"training.micro_batch_size"_s));
    QTest::keyClick(tree(), Qt::Key_Delete);
    QCOMPARE(plan_->model.plan().training.micro_batch_size, 1);
    QVERIFY(!row(u"training.micro_batch_size"_s)->font(0).bold());
  }
  void what_cannot_be_is_told_and_changes_nothing() {
    const PlanDocument before = plan_->model.document();
    edit(u"training.micro_batch_size"_s, u"many"_s);
    auto* foot = sheet_->findChild<QLabel*>(u"sheet.foot"_s);
    QVERIFY2(foot->text().contains(u"“many” is no number. micro_batch_size is a number"),
             qPrintable(foot->text()));
    QCOMPARE(foot->palette().color(QPalette::WindowText), themeColors().over);
    QVERIFY(plan_->model.document() == before);
    QCOMPARE(value(u"training.micro_batch_size"_s), u"1"_s);
  }
  void only_what_the_plan_states_can_be_shown() {
    auto* only = sheet_->findChild<QCheckBox*>(u"sheet.statedOnly"_s);
    only->click();
    QVERIFY(row(u"cluster.cpu_cores"_s)->isHidden());
    QVERIFY(!row(u"model.preset"_s)->isHidden());
    plan_->model.adopt({3, Device::cpu, Device::none});
    QVERIFY(!row(u"zero.offload_optimizer"_s)->isHidden());
  }
  void what_changes_elsewhere_is_followed() {
    plan_->model.adopt({1, Device::none, Device::none});
    QCOMPARE(value(u"zero.stage"_s), u"1"_s);
  }

 private:
  QLineEdit* search() { return sheet_->findChild<QLineEdit*>(u"sheet.search"_s); }
  QTreeWidget* tree() { return sheet_->findChild<QTreeWidget*>(u"sheet.tree"_s); }
  QTreeWidgetItem* row(const QString& path) {
    for (int top = 0; top < tree()->topLevelItemCount(); ++top)
      for (int i = 0; i < tree()->topLevelItem(top)->childCount(); ++i) {
        QTreeWidgetItem* item = tree()->topLevelItem(top)->child(i);
        const auto place = static_cast<std::size_t>(item->data(0, SheetDelegate::KeyRole).toInt());
        if (toQt(sheetKeys()[place].key->path) == path) return item;
      }
    qFatal("there is no row %s", qPrintable(path));
  }
  QString value(const QString& path) { return row(path)->text(SheetDelegate::value_column); }
  /// Sets a value as a user does: selects the row, types the text and presses Return.
  void edit(const QString& path, const QString& text) {
    tree()->setFocus();
    tree()->setCurrentItem(row(path));
    QTest::keyClick(tree(), Qt::Key_F2);
    auto* line = tree()->findChild<QLineEdit*>(u"sheet.editor"_s);
    QVERIFY(line != nullptr);
    QTest::keyClicks(line, text);
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_VERIFY(tree()->findChild<QLineEdit*>(u"sheet.editor"_s) == nullptr);
  }

  std::unique_ptr<test::PlanFixture> plan_;
  std::unique_ptr<SettingsSheet> sheet_;
};

ZP_TEST(SettingsSheetTest)
#include "settings_sheet_test.moc"
