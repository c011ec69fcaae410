// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QtTest>
#include <memory>

#include "core/catalog/preset_rows.h"
#include "core/catalog/user_presets.h"
#include "core/plan_file/plan_file.h"
#include "core/text/text_file.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/fields/fields.h"
#include "ui/inputs/choice_row.h"
#include "ui/model/dialogs.h"
#include "ui/model/text.h"
#include "ui/window/main_window.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr const char* card =
    R"({"name": "Lab card", "memory_gib": 47.5, "bf16_tflops": 181, "memory_gb_per_s": 864, "pcie_gb_per_s": 31.5})";

}  // namespace

/// Tests of a user's own models, GPUs and links.
class PresetsTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    desk_ = std::make_unique<test::Desk>();
    window_ = std::make_unique<MainWindow>(desk_->settings);
    window_->show();
  }
  void cleanup() {
    window_.reset();
    renewPresetChoices(catalog());
  }

  void the_plans_gpu_becomes_a_preset_and_is_used() {
    setMemory(40);
    dialogs::setNextText(u"Lab card"_s);
    trigger(u"plan.saveGpu"_s);
    QCOMPARE(gpuId(), std::string("lab-card"));
    QCOMPARE(plan().cluster.gpu.memory_gib, 40.0);
    QCOMPARE(gpuRow()->current(), u"lab-card"_s);
    QVERIFY(QFile::exists(file()));
    window_->model().undoStack().undo();
    QCOMPARE(gpuId(), std::string("a100-sxm4-80gb"));
    choose(*gpuRow(), u"lab-card"_s);
    QCOMPARE(plan().cluster.gpu.memory_gib, 40.0);
    dialogs::setNextText(u"Lab card"_s);
    trigger(u"plan.saveGpu"_s);
    QVERIFY(message().contains(u"already; give this one another name"_s));
  }

  void a_model_too() {
    dialogs::setNextText(u"Lab 7B"_s);
    trigger(u"plan.saveModel"_s);
    QCOMPARE(window_->findChild<ChoiceRow*>(u"modelPreset"_s)->current(), u"lab-7b"_s);
    QVERIFY(write_plan(window_->model().document()).find("\"presets\"") != std::string::npos);
  }

  void a_figure_is_edited_and_the_plan_follows() {
    put_user_preset(toStd(file()), PresetKind::gpu, card);
    reopen();
    choose(*gpuRow(), u"lab-card"_s);
    openManager();
    QCOMPARE(list()->topLevelItemCount(), 1);
    setKey(u"memory_gib"_s, u"44"_s);
    QTRY_COMPARE(plan().cluster.gpu.memory_gib, 44.0);
    QCOMPARE(gpuRow()->current(), u"lab-card"_s);
    setKey(u"memory_gib"_s, u"much"_s);
    QTRY_VERIFY(foot()->text().contains(u"memory_gib must be a number of GiB"_s));
    QCOMPARE(keyValue(u"memory_gib"_s), u"44"_s);
    click(u"presets.undo"_s);
    QTRY_COMPARE(plan().cluster.gpu.memory_gib, 47.5);
  }

  void one_is_renamed_deleted_and_brought_back() {
    put_user_preset(toStd(file()), PresetKind::gpu, card);
    reopen();
    choose(*gpuRow(), u"lab-card"_s);
    openManager();
    list()->topLevelItem(0)->setText(0, u"Rack card"_s);
    QTRY_COMPARE(gpuRow()->current(), u"rack-card"_s);
    QTest::keyClick(list(), Qt::Key_Delete);
    QCOMPARE(list()->topLevelItemCount(), 0);
    QCOMPARE(plan().cluster.gpu.memory_gib, 47.5);  // the plan keeps the figure of the preset
    QCOMPARE(gpuRow()->current(), u"rack-card of the plan"_s);
    click(u"presets.undo"_s);
    QCOMPARE(list()->topLevelItemCount(), 1);
    QCOMPARE(gpuRow()->current(), u"rack-card"_s);
    click(u"presets.undo"_s);
    QTRY_COMPARE(gpuRow()->current(), u"lab-card"_s);
    QVERIFY(!button(u"presets.undo"_s)->isEnabled());
  }

  void they_are_handed_on_and_taken() {
    put_user_preset(toStd(file()), PresetKind::gpu, card);
    reopen();
    openManager();
    const QString handed = desk_->path(u"handed.json"_s);
    dialogs::setNextFileName(handed);
    click(u"presets.export"_s);
    QTest::keyClick(list(), Qt::Key_Delete);
    QCOMPARE(list()->topLevelItemCount(), 0);
    QVERIFY(!button(u"presets.remove"_s)->isEnabled());
    dialogs::setNextFileName(handed);
    click(u"presets.import"_s);
    QCOMPARE(list()->topLevelItemCount(), 1);
    dialogs::setNextFileName(handed);
    click(u"presets.import"_s);
    QVERIFY(foot()->text().contains(u"already"_s));
  }

  void each_is_added_from_the_plan() {
    openManager();
    for (const char16_t* kind : {u"model", u"gpu", u"link"})
      window_->findChild<QAction*>(u"presets.add."_s + QString::fromUtf16(kind))->trigger();
    QCOMPARE(list()->topLevelItemCount(), 3);
    window_->findChild<QAction*>(u"presets.add.gpu"_s)->trigger();
    QCOMPARE(list()->topLevelItemCount(), 4);
    QCOMPARE(read_user_presets(toStd(file())).presets.size(), std::size_t{4});
  }

  void two_windows_show_the_same() {
    MainWindow other(desk_->settings);
    other.show();
    dialogs::setNextText(u"Lab card"_s);
    trigger(u"plan.saveGpu"_s);
    auto* row = other.findChild<ChoiceRow*>(u"gpuPreset"_s);
    QTRY_VERIFY([&] {
      row->setCurrent(u"lab-card"_s);
      return row->current() == u"lab-card"_s;
    }());
    dialogs::setNextText(u"Other card"_s);
    other.actions().find(u"plan.saveGpu"_s)->trigger();
    QCOMPARE(read_user_presets(toStd(file())).presets.size(), std::size_t{2});
  }

  void a_broken_file_is_told_and_left() {
    write_text_file(toStd(file()), "{\"gpus\": [{\"name\": \"A\"}]}");
    reopen();
    QVERIFY(message().contains(u"presets.json, line 1: memory_gib is missing"_s));
    write_text_file(toStd(file()), "{");
    dialogs::setNextText(u"Lab card"_s);
    trigger(u"plan.saveGpu"_s);
    QVERIFY(message().contains(u"Mend it first"_s));
    QCOMPARE(read_text_file(toStd(file())), std::string("{"));
  }

  void what_only_the_plan_has_is_shown() {
    const QString path = desk_->path(u"brought.zplan.json"_s);
    write_text_file(
        toStd(path),
        std::string(
            R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpu": {"preset": "lab-card"}}, "presets": {"gpus": [)") +
            card + "]}}");
    QVERIFY(window_->openFile(path));
    QCOMPARE(gpuRow()->current(), u"lab-card of the plan"_s);
    QCOMPARE(plan().cluster.gpu.memory_gib, 47.5);
    choose(*gpuRow(), u"a100-sxm4-80gb"_s);
    QCOMPARE(gpuRow()->current(), u"a100-sxm4-80gb"_s);
  }

 private:
  [[nodiscard]] const Plan& plan() const { return window_->model().plan(); }
  [[nodiscard]] QString file() const { return desk_->settings.presetsFile(); }
  [[nodiscard]] std::string gpuId() const { return plan().cluster.gpu.preset->id; }
  void reopen() {
    window_ = std::make_unique<MainWindow>(desk_->settings);
    window_->show();
  }
  void trigger(const QString& action) { window_->actions().find(action)->trigger(); }
  void setMemory(double gib) {
    Plan next = plan();
    next.cluster.gpu.memory_gib = gib;
    window_->model().propose(next, {u"GPU memory"_s});
  }
  [[nodiscard]] ChoiceRow* gpuRow() const { return window_->findChild<ChoiceRow*>(u"gpuPreset"_s); }
  static void choose(ChoiceRow& row, const QString& id) { emit row.edited(id, 1); }
  [[nodiscard]] QString message() const {
    return window_->findChild<QLabel*>(u"messageBar.sentence"_s)->text();
  }
  void openManager() { trigger(u"plan.presets"_s); }
  [[nodiscard]] QTreeWidget* list() const { return window_->findChild<QTreeWidget*>(u"presets.list"_s); }
  [[nodiscard]] QLabel* foot() const { return window_->findChild<QLabel*>(u"presets.foot"_s); }
  [[nodiscard]] QPushButton* button(const QString& name) const {
    return window_->findChild<QPushButton*>(name);
  }
  void click(const QString& name) { QTest::mouseClick(button(name), Qt::LeftButton); }
  [[nodiscard]] QTreeWidgetItem* key(const QString& name) const {
    return window_->findChild<QTreeWidget*>(u"presets.keys"_s)->findItems(name, Qt::MatchExactly).value(0);
  }
  void setKey(const QString& name, const QString& text) { key(name)->setText(1, text); }
  [[nodiscard]] QString keyValue(const QString& name) const { return key(name)->text(1); }

  std::unique_ptr<test::Desk> desk_;
  std::unique_ptr<MainWindow> window_;
};

ZP_TEST(PresetsTest)
#include "presets_test.moc"
