// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/input_panel.h"

#include <QAccessible>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QSignalSpy>
#include <QtTest>
#include <set>

#include "core/catalog/catalog.h"
#include "core/rules/check_plan.h"
#include "core/search/choice_words.h"
#include "core/units/format.h"
#include "tests/support/test_main.h"
#include "tests/ui/plan_fixture.h"
#include "ui/inputs/collapsible_group.h"
#include "ui/inputs/fact_label.h"
#include "ui/inputs/input_row.h"
#include "ui/inputs/number_spin.h"
#include "ui/inputs/stops_slider.h"
#include "ui/model/text.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

class InputPanelTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    plan_ = std::make_unique<test::PlanFixture>();
    model_ = &plan_->model;
    settings_ = &plan_->settings;
    panel_ = std::make_unique<InputPanel>(*model_, *settings_);
    panel_->resize(380, 900);
    panel_->show();
    QVERIFY(QTest::qWaitForWindowActive(panel_.get()));
  }
  void cleanup() { panel_.reset(); }

  void the_batch_of_a_step_stands_beside_its_group() {
    auto* fact = find<FactLabel>(u"batchFact"_s);
    QCOMPARE(fact->fullText(),
             u"128 sequences, %1 tokens a step"_s.arg(toQt(format_params(Params(128 * 4096)))));
    QVERIFY(fact->toolTip().contains(toQt(format_count(model_->results().evaluation.largest_micro_batch))));
    Plan plan = model_->plan();
    plan.training.micro_batch_size *= 2;
    model_->propose(plan, {u"Plan"_s});
    QVERIFY(fact->fullText().startsWith(u"256 sequences"));
  }
  void labels_stand_in_one_column() {
    std::set<int> fields_begin;
    for (const auto* label : panel_->findChildren<QLabel*>())
      if (label->objectName().endsWith(u".label") && label->isVisible() && !label->text().isEmpty())
        fields_begin.insert(label->mapTo(panel_.get(), QPoint(label->width(), 0)).x());
    QCOMPARE(fields_begin.size(), std::size_t{1});
  }
  void every_row_is_there_and_named() {
    for (const FieldGroup& group : fieldGroups())
      for (const Field& field : group.fields) {
        const FieldInfo& info = infoOf(field);
        auto* row = find<InputRow>(info.id);
        QVERIFY(!row->accessibleName().isEmpty());
        QVERIFY(!row->toolTip().isEmpty());
        for (const auto* part : row->findChildren<QWidget*>())
          if ((part->focusPolicy() & Qt::TabFocus) != 0 && part->parentWidget() != nullptr &&
              !isInner(part)) {
            QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(part));
            QVERIFY2(!spoken->text(QAccessible::Name).isEmpty(), qPrintable(part->objectName()));
          }
      }
  }

  void choices_with_which_nothing_runs_are_greyed_with_the_reason() {
    Plan plan = model_->plan();
    plan.model = model_from_parameters(Params(13'000'000'000));
    plan.cluster.gpu.memory_gib = 24;
    plan.cluster.gpus_per_node = 4;
    model_->propose(plan, {u"Smaller GPUs"_s});
    const PlanChoice choice = choose(plan, {});
    panel_->showDoubts(choice);
    int greyed = 0;
    for (int stage = 0; stage <= 3; ++stage) {
      Plan other = plan;
      other.zero.stage = stage;
      const Family& family = *std::ranges::find(choice.families, strategy_of(other), &Family::strategy);
      auto* segment = find<QRadioButton>(u"stage.%1"_s.arg(stage));
      QVERIFY(segment->isEnabled());  // it can be chosen all the same
      const QString why = segment->accessibleDescription();
      QCOMPARE(why.contains(toQt(why_not(family, choice, plan))), !family.fastest);
      greyed += why.isEmpty() ? 0 : 1;
    }
    QVERIFY(greyed > 0);
    auto* optimizer = find<QComboBox>(u"offload.combo"_s);
    for (int i = 0; i < optimizer->count(); ++i)
      if (optimizer->itemData(i, ChoiceIdRole).toString() == u"none")
        QVERIFY(!optimizer->itemData(i, ChoiceDoubtRole).toString().isEmpty());
    plan.cluster.gpu.memory_gib = 800;
    model_->propose(plan, {u"Large GPUs"_s});
    panel_->showDoubts(choose(plan, {}));
    QVERIFY(find<QRadioButton>(u"stage.0"_s)->accessibleDescription().isEmpty());
  }

  void an_opened_list_greys_what_no_plan_runs_with_until_the_plan_changes() {
    Plan plan = model_->plan();
    plan.cluster.gpu.memory_gib = 24;
    plan.cluster.cpu_memory_gib = 128;  // eight processes take about 60 of them
    plan.cluster.nvme = {};
    model_->propose(plan, {u"Small GPUs"_s});
    panel_->setReachSource(
        [](const std::vector<Plan>& plans, const auto& told) { told(reach_of(plans, {})); });
    auto* models = find<QComboBox>(u"modelPreset.combo"_s);
    const auto why = [models](const QString& id) {
      return models->itemData(models->findData(id, ChoiceIdRole), ChoiceDoubtRole).toString();
    };
    QVERIFY(why(u"llama-3.1-405b"_s).isEmpty());  // the list was not opened yet, so nothing was computed
    models->showPopup();
    QVERIFY2(why(u"llama-3.1-405b"_s).startsWith(u"No plan fits: short of "),
             qPrintable(why(u"llama-3.1-405b"_s)));
    QVERIFY(why(u"qwen2.5-0.5b"_s).isEmpty());
    QVERIFY(models->model()
                ->flags(models->model()->index(models->findData(u"llama-3.1-405b"_s, ChoiceIdRole), 0))
                .testFlag(Qt::ItemIsEnabled));  // it can be chosen all the same
    models->hidePopup();
    plan.cluster.gpu.memory_gib = 1000;
    model_->propose(plan, {u"Large GPUs"_s});
    QVERIFY(why(u"llama-3.1-405b"_s).isEmpty());
  }

  void a_slider_key_moves_to_the_next_stop() {
    auto* slider = find<StopsSlider>(u"microBatch.slider"_s);
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Right);
    QCOMPARE(model_->plan().training.micro_batch_size, 2);
    QTest::keyClick(slider, Qt::Key_Right);
    QCOMPARE(model_->plan().training.micro_batch_size, 4);
    QCOMPARE(find<NumberSpin>(u"microBatch.spin"_s)->value(), 4.0);
  }
  void a_drag_is_one_undo_step() {
    auto* slider = find<StopsSlider>(u"sequenceLength.slider"_s);
    const int y = slider->height() / 2;
    const auto at = [&](double value) { return QPoint(static_cast<int>(slider->handleX(value)), y); };
    QTest::mousePress(slider, Qt::LeftButton, {}, at(4096));
    for (const double value : {8192.0, 16384.0, 32768.0})
      QTest::mouseMove(slider, at(value));
    QTest::mouseRelease(slider, Qt::LeftButton, {}, at(32768));
    QCOMPARE(model_->plan().training.sequence_length, 32768);
    QCOMPARE(model_->undoStack().count(), 1);
    QCOMPARE(model_->undoStack().undoText(), u"Seq. length 4,096\u202Ftok → 32,768\u202Ftok"_s);
    model_->undoStack().undo();
    QCOMPARE(find<NumberSpin>(u"sequenceLength.spin"_s)->value(), 4096.0);
  }
  void typing_is_taken_on_return() {
    auto* spin = find<NumberSpin>(u"gpusPerNode.spin"_s);
    type(spin, u"2*2"_s);
    QCOMPARE(model_->plan().cluster.gpus_per_node, 8);
    QTest::keyClick(spin, Qt::Key_Return);
    QCOMPARE(model_->plan().cluster.gpus_per_node, 4);
  }
  void undo_works_from_inside_a_spin_box() {
    // The undo shortcut belongs to the window; this action stands in for it.
    QAction undo;
    undo.setShortcut(QKeySequence::Undo);
    connect(&undo, &QAction::triggered, &model_->undoStack(), &QUndoStack::undo);
    panel_->addAction(&undo);
    auto* spin = find<NumberSpin>(u"microBatch.spin"_s);
    type(spin, u"4"_s);
    QTest::keyClick(spin, Qt::Key_Return);
    QCOMPARE(model_->plan().training.micro_batch_size, 4);
    QVERIFY(spin->hasFocus());
    QTest::keyClick(spin, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(model_->plan().training.micro_batch_size, 1);
    panel_->removeAction(&undo);
  }
  void the_wheel_over_an_unfocused_control_does_nothing() {
    auto* slider = find<StopsSlider>(u"nodes.slider"_s);
    find<NumberSpin>(u"microBatch.spin"_s)->setFocus();
    const QPointF at = slider->rect().center();
    QWheelEvent wheel(at, slider->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(slider, &wheel);
    QCOMPARE(model_->plan().cluster.nodes, 1);
  }

  void a_segment_sets_the_stage() {
    QTest::mouseClick(find<QRadioButton>(u"stage.3"_s), Qt::LeftButton);
    QCOMPARE(model_->plan().zero.stage, 3);
  }
  void what_does_not_apply_says_why() {
    auto* combo = find<QComboBox>(u"offload.combo"_s);
    const int entry = combo->findData(u"parameters-cpu"_s, ChoiceIdRole);
    QVERIFY(combo->itemText(entry).contains(u"needs stage 3"_s) ||
            combo->itemData(entry, Qt::ToolTipRole).toString().contains(u"needs stage 3"_s));
    QTest::mouseClick(find<QRadioButton>(u"stage.3"_s), Qt::LeftButton);
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    QCOMPARE(model_->plan().zero.offload_optimizer.device, Device::cpu);
  }
  /// Folded rows that cannot apply are not there; a row that is asked for by name shows its reason.
  void a_folded_row_that_cannot_apply_is_hidden_until_asked_for() {
    auto* row = find<InputRow>(u"frozenPrecision"_s);
    unfold(u"advanced.group"_s);
    QVERIFY(!row->disabledReason().isEmpty());
    QVERIFY(!row->isVisible());
    panel_->showField("training.double_quantization");
    QVERIFY(row->isVisible());
    QTest::mouseClick(find<QRadioButton>(u"trains.qlora"_s), Qt::LeftButton);
    QVERIFY(row->isVisible() && row->disabledReason().isEmpty());
    QTest::mouseClick(find<QRadioButton>(u"trains.all"_s), Qt::LeftButton);
    QVERIFY(!row->isVisible());
  }
  /// One list has products in 16 bits and the recipes of fp8; a GPU without fp8 says so.
  void products_in_fp8_are_chosen_with_their_recipe() {
    auto* row = find<InputRow>(u"products"_s);
    panel_->showField("training.types.products");
    Plan plan = model_->plan();
    plan.cluster.gpu = gpu_from_preset(catalog().find_gpu("a100-sxm4-80gb"));
    model_->propose(plan, {u"A100"_s});
    QVERIFY(row->disabledReason().contains(u"fp8"_s));
    plan.cluster.gpu = gpu_from_preset(catalog().find_gpu("h100-sxm5-80gb"));
    model_->propose(plan, {u"H100"_s});
    QVERIFY(row->disabledReason().isEmpty());
    auto* combo = find<QComboBox>(u"products.combo"_s);
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    QCOMPARE(model_->plan().training.types.products, StatedType::fp8);
    QCOMPARE(model_->plan().training.fp8_recipe, Fp8Recipe::tensorwise);
    QTest::keyClick(combo, Qt::Key_Up);
    QCOMPARE(model_->plan().training.types.products, StatedType::automatic);
  }
  /// 100 Gbit/s is 12.5 GB/s: a bare number that could be either is taken as shown, and says so.
  void a_network_s_speed_is_in_gbit_and_a_doubtful_number_asks() {
    auto* spin = find<NumberSpin>(u"interNodeSpeed.spin"_s);
    type(spin, u"12.5"_s);
    QTest::keyClick(spin, Qt::Key_Return);
    QCOMPARE(model_->plan().cluster.inter_node.gb_per_s, 12.5 / 8);
    auto* row = find<InputRow>(u"interNodeSpeed"_s);
    QVERIFY2(row->note().contains(u"12.5 is 12.5"), qPrintable(row->note()));
    emit row->noteLinkActivated(u"other"_s);
    QCOMPARE(model_->plan().cluster.inter_node.gb_per_s, 12.5);
    type(spin, u"25 GB/s"_s);
    QTest::keyClick(spin, Qt::Key_Return);
    QCOMPARE(model_->plan().cluster.inter_node.gb_per_s, 25.0);
    QVERIFY(row->note().isEmpty());
  }

  void a_preset_edited_shows_the_dot_and_resets() {
    unfold(u"advanced.group"_s);
    auto* row = find<InputRow>(u"layers"_s);
    QVERIFY(!row->differsFromPreset());
    auto* spin = find<NumberSpin>(u"layers.spin"_s);
    type(spin, u"40"_s);
    QTest::keyClick(spin, Qt::Key_Return);
    QVERIFY(row->differsFromPreset());
    QVERIFY(find<InputRow>(u"parameters"_s)->differsFromPreset());
    QCOMPARE(find<QComboBox>(u"modelPreset.combo"_s)->currentText(), u"Custom shape"_s);
    QTest::mouseDClick(find<QLabel>(u"layers.label"_s), Qt::LeftButton);
    QVERIFY(!row->differsFromPreset());
    QCOMPARE(model_->plan().model.architecture.layers, 32);
    QTest::mouseDClick(find<QLabel>(u"parameters.label"_s), Qt::LeftButton);
    QCOMPARE(model_->plan().model.source, ModelSource::preset);
  }
  void typing_a_model_s_name_finds_it() {
    auto* combo = find<QComboBox>(u"modelPreset.combo"_s);
    combo->setFocus();
    combo->lineEdit()->selectAll();
    QTest::keyClicks(combo->lineEdit(), u"gpt-3 175"_s);
    QTest::keyClick(combo->lineEdit(), Qt::Key_Return);
    QCOMPARE(model_->plan().model.preset, catalog().find_model("gpt-3-175b"));
  }

  void an_impossible_value_is_kept_outlined_and_curable() {
    unfold(u"advanced.group"_s);
    auto* spin = find<NumberSpin>(u"hiddenSize.spin"_s);
    type(spin, u"4100"_s);
    QTest::keyClick(spin, Qt::Key_Return);
    QCOMPARE(spin->value(), 4100.0);
    QVERIFY(spin->isInvalid());
    QVERIFY(!find<InputRow>(u"hiddenSize"_s)->problem().isEmpty());
    QVERIFY(model_->results().stale);
    const std::optional<Remedy> remedy = model_->results().issues.front().remedy;
    QVERIFY(remedy.has_value());
    model_->propose(remedy->plan, {toQt(remedy->label)});
    QVERIFY(!spin->isInvalid());
    QCOMPARE(spin->value(), 4096.0);
    QVERIFY(!model_->results().stale);
  }

  void folded_groups_stay_as_the_user_left_them() {
    auto* advanced = find<CollapsibleGroup>(u"advanced.group"_s);
    QVERIFY(!advanced->isExpanded());
    QTest::mouseClick(advanced->findChild<QWidget*>(u"header"_s), Qt::LeftButton);
    QVERIFY(advanced->isExpanded());
    InputPanel another(*model_, *settings_);
    QVERIFY(another.findChild<CollapsibleGroup*>(u"advanced.group"_s)->isExpanded());
  }
  void a_setting_is_shown_wherever_it_hides() {
    panel_->resize(380, 300);
    panel_->showField("zero.reduce_bucket_size");
    QVERIFY(find<CollapsibleGroup>(u"advanced.group"_s)->isExpanded());
    auto* spin = find<NumberSpin>(u"reduceBucket.spin"_s);
    QVERIFY(spin->hasFocus());
    QVERIFY(panel_->viewport()->rect().contains(spin->mapTo(panel_->viewport(), spin->rect().center())));
  }
  void tab_order_is_reading_order() {
    // Every stop lies below the one before it, or to its right in the same row.
    QWidget* first = find<QComboBox>(u"modelPreset.combo"_s);
    first->setFocus(Qt::TabFocusReason);
    QPoint last = first->mapTo(panel_->widget(), QPoint());
    for (int step = 0; step < 12; ++step) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      const QPoint next = QApplication::focusWidget()->mapTo(panel_->widget(), QPoint());
      QVERIFY2(next.y() > last.y() - 8 && (next.y() > last.y() + 8 || next.x() > last.x()),
               qPrintable(QApplication::focusWidget()->objectName()));
      last = next;
    }
  }

 private:
  template <class T>
  T* find(const QString& name) {
    T* found = panel_->findChild<T*>(name);
    if (found == nullptr) {  // it may stand in a group that was never unfolded, and so was not made yet
      for (auto* folded : panel_->findChildren<CollapsibleGroup*>())
        folded->makeRows();
      found = panel_->findChild<T*>(name);
    }
    if (found == nullptr) qFatal("no %s", qPrintable(name));
    return found;
  }
  void unfold(const QString& group) {
    auto* folded = find<CollapsibleGroup>(group);
    if (!folded->isExpanded()) QTest::mouseClick(folded->findChild<QWidget*>(u"header"_s), Qt::LeftButton);
    QVERIFY(folded->isExpanded());
  }
  static bool isInner(const QWidget* part) {  // a line edit speaks for its spin box or combo box
    return part->inherits("QLineEdit") || part->parentWidget()->inherits("QAbstractItemView") ||
           part->isWindow() || part->inherits("QAbstractItemView");
  }
  static void type(NumberSpin* spin, const QString& text) {
    spin->setFocus();
    spin->selectAll();
    QTest::keyClicks(spin, text);
  }

  std::unique_ptr<test::PlanFixture> plan_;
  Settings* settings_ = nullptr;
  PlanModel* model_ = nullptr;
  std::unique_ptr<InputPanel> panel_;
};

ZP_TEST(InputPanelTest)
#include "input_panel_test.moc"
