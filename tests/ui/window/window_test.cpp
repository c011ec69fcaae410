// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAccessible>
#include <QContextMenuEvent>
#include <QDialog>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QRadioButton>
#include <QStatusBar>
#include <QTabWidget>
#include <QTextBrowser>
#include <QToolBar>
#include <QToolButton>
#include <QToolTip>
#include <QTreeWidget>

#include "core/catalog/catalog.h"
#include "core/search/choice.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/charts/memory_chart.h"
#include "ui/fields/input_panel.h"
#include "ui/inputs/number_spin.h"
#include "ui/memory/memory_view.h"
#include "ui/window/command_palette.h"
#include "ui/window/help.h"
#include "ui/window/message_bar.h"
#include "ui/window/views.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

class WindowTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    ui_ = std::make_unique<test::WindowFixture>();
    QVERIFY(ui_->show());
  }
  void cleanup() { ui_.reset(); }

  void opens_on_the_example_with_the_views_in_order() {
    QVERIFY(ui_->model().document() == example_plan());
    auto* tabs = ui_->find<QTabWidget>(u"views"_s);
    QStringList titles;
    for (int i = 0; i < tabs->count(); ++i)
      titles << tabs->tabText(i);
    QCOMPARE(titles.join(u' '),
             u"Memory Speed Scaling Choice Hardware Table ds_config.json Other estimators Measured"_s);
    QCOMPARE(ui_->window->currentView(), u"memory"_s);
  }

  void keys_set_the_stage_data() {
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("stage");
    for (int stage = 0; stage <= 3; ++stage)
      QTest::newRow(qPrintable(QString::number(stage))) << Qt::Key_0 + stage << stage;
  }
  void keys_set_the_stage() {
    QFETCH(int, key);
    QFETCH(int, stage);
    ui_->model().adopt({stage == 1 ? 2 : 1, Device::none, Device::none});
    QTest::keyClick(ui_->window.get(), static_cast<Qt::Key>(key), Qt::AltModifier);
    QCOMPARE(ui_->model().plan().zero.stage, stage);
    QVERIFY(ui_->find<QRadioButton>(u"stage.%1"_s.arg(stage))->isChecked());
  }
  void every_access_key_goes_to_one_field_and_changes_nothing() {
    QStringList taken;
    for (const QAction* menu : ui_->window->menuBar()->actions())
      taken << QKeySequence::mnemonic(menu->text()).toString();
    for (const QLabel* label : ui_->find<QWidget>(u"inputPanel"_s)->findChildren<QLabel*>()) {
      const QKeySequence key = QKeySequence::mnemonic(label->text());
      if (key.isEmpty()) continue;
      QVERIFY2(!taken.contains(key.toString()), qPrintable(label->text()));
      taken << key.toString();
      if (!label->isVisible()) continue;
      const PlanDocument before = ui_->model().document();
      QTest::keyClick(ui_->window.get(), static_cast<Qt::Key>(key[0].key()), Qt::AltModifier);
      const QWidget* row = label->parentWidget();
      for (const auto* button : row->findChildren<QAbstractButton*>())
        QVERIFY2(!button->isDown(), qPrintable(button->objectName()));
      QVERIFY2(row->isAncestorOf(QApplication::focusWidget()) || !label->buddy()->isEnabled(),
               qPrintable(label->text()));
      QVERIFY2(ui_->model().document() == before, qPrintable(label->text()));
    }
    for (const auto& name : {u"modelPreset.label"_s, u"gpuPreset.label"_s, u"stage.label"_s})
      QVERIFY2(!QKeySequence::mnemonic(ui_->find<QLabel>(name)->text()).isEmpty(), qPrintable(name));
  }
  void keys_choose_the_view() {
    for (int i = static_cast<int>(views().size()) - 1; i >= 0; --i) {
      QTest::keyClick(ui_->window.get(), static_cast<Qt::Key>(Qt::Key_1 + i), Qt::ControlModifier);
      QCOMPARE(ui_->window->currentView(), views()[static_cast<std::size_t>(i)].id);
    }
  }
  void f6_goes_round_the_panes() {
    const QWidget* panes[] = {ui_->find<QWidget>(u"inputPanel"_s), ui_->find<QWidget>(u"memoryView"_s),
                              ui_->find<QWidget>(u"issuesList"_s), ui_->find<QWidget>(u"inputPanel"_s)};
    for (const QWidget* pane : panes) {
      QTest::keyClick(ui_->window.get(), Qt::Key_F6);
      QVERIFY2(pane->isAncestorOf(QApplication::focusWidget()), qPrintable(pane->objectName()));
    }
  }

  void undo_names_what_it_undoes_and_works_from_a_spin_box() {
    auto* spin = ui_->find<NumberSpin>(u"microBatch.spin"_s);
    spin->setFocus();
    spin->selectAll();
    QTest::keyClicks(spin, u"4"_s);
    QTest::keyClick(spin, Qt::Key_Return);
    QAction* undo = ui_->window->actions().find(u"edit.undo"_s);
    QCOMPARE(undo->text(), u"&Undo Micro batch 1 → 4"_s);
    QVERIFY(spin->hasFocus());
    QTest::keyClick(spin, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(ui_->model().plan().training.micro_batch_size, 1);
    QVERIFY(!undo->isEnabled());
    QTest::keyClick(spin, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(ui_->model().plan().training.micro_batch_size, 4);
  }

  void the_palette_finds_actions_models_and_gpus_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("found");
    QTest::newRow("a stage") << u"plan stage 3"_s << u"Plan: Stage 3"_s;
    QTest::newRow("a model, words in any order") << u"175 gpt-3"_s << u"Preset GPT-3 175B"_s;
    QTest::newRow("a GPU") << u"gpu h100 sxm"_s << u"GPU H100 SXM5 80GB"_s;
    QTest::newRow("a setting and its value") << u"micro batch 8"_s << u"Micro batch: 1 → 8"_s;
    QTest::newRow("a strategy") << u"strategy all nvme"_s << u"Strategy ZeRO-3 · all→NVMe"_s;
  }
  void the_palette_finds_actions_models_and_gpus() {
    QFETCH(QString, typed);
    const PlanDocument before = ui_->model().document();
    QTest::keyClick(ui_->window.get(), Qt::Key_K, Qt::ControlModifier);
    auto* text = ui_->find<QLineEdit>(u"commandPalette.text"_s);
    QVERIFY(text->hasFocus());
    QTest::keyClicks(text, typed);
    auto* list = ui_->find<QTreeWidget>(u"commandPalette.list"_s);
    QTEST(list->currentItem()->text(0), "found");
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(!ui_->find<CommandPalette>(u"commandPalette"_s)->isVisible());
    QVERIFY(!(ui_->model().document() == before));
    QCOMPARE(ui_->model().undoStack().count(), 1);
  }
  void escape_leaves_the_palette() {
    QTest::keyClick(ui_->window.get(), Qt::Key_K, Qt::ControlModifier);
    auto* text = ui_->find<QLineEdit>(u"commandPalette.text"_s);
    QTest::keyClicks(text, u"no such thing at all"_s);
    QCOMPARE(ui_->find<QTreeWidget>(u"commandPalette.list"_s)->topLevelItemCount(), 0);
    QTest::keyClick(text, Qt::Key_Return);
    QTest::keyClick(text, Qt::Key_Escape);
    QVERIFY(!ui_->find<CommandPalette>(u"commandPalette"_s)->isVisible());
    QVERIFY(!ui_->model().isModified());
  }

  void every_action_has_its_menu_and_its_shortcut_in_the_help() {
    QStringList in_menus;
    for (const QMenu* menu : ui_->window->menuBar()->findChildren<QMenu*>())
      for (const QAction* action : menu->actions())
        in_menus << action->objectName();
    const QString help = shortcutsHtml(ui_->window->actions());
    for (const ActionRegistry::Entry& entry : ui_->window->actions().entries()) {
      QVERIFY2(in_menus.contains(entry.action->objectName()), qPrintable(entry.action->objectName()));
      for (const QKeySequence& keys : entry.action->shortcuts())
        QVERIFY2(help.contains(keys.toString(QKeySequence::NativeText).toHtmlEscaped()),
                 qPrintable(keys.toString()));
    }
  }
  void no_context_menu_hides_the_tool_bar() {
    QMenuBar* bar = ui_->window->menuBar();
    const QPoint beside_the_menus(bar->width() - 5, bar->height() / 2);
    QContextMenuEvent event(QContextMenuEvent::Mouse, beside_the_menus, bar->mapToGlobal(beside_the_menus));
    QCoreApplication::sendEvent(bar, &event);
    const QWidget* popup = QApplication::activePopupWidget();
    QVERIFY2(popup == nullptr, popup == nullptr ? "" : qPrintable(popup->objectName()));
  }
  void shortcuts_are_not_given_twice() {
    QStringList taken;
    for (const ActionRegistry::Entry& entry : ui_->window->actions().entries())
      for (const QKeySequence& keys : entry.action->shortcuts()) {
        QVERIFY2(!taken.contains(keys.toString()), qPrintable(keys.toString()));
        taken << keys.toString();
      }
  }
  void help_pages_open() {
    for (const auto& [action, dialog] :
         {std::pair{u"help.assumptions"_s, u"assumptionsDialog"_s},
          std::pair{u"help.shortcuts"_s, u"shortcutsDialog"_s},
          std::pair{u"help.commands"_s, u"commandsDialog"_s}, std::pair{u"help.about"_s, u"aboutDialog"_s}}) {
      ui_->trigger(action);
      ui_->trigger(action);
      QCOMPARE(ui_->window->findChildren<QDialog*>(dialog).size(), 1);
      auto* page = ui_->find<QWidget>(dialog);
      QVERIFY(page->isVisible());
      QVERIFY(!page->findChild<QTextBrowser*>()->toPlainText().isEmpty());
      page->close();
    }
  }

  void a_cell_whose_text_is_cut_tells_it_whole() {
    ui_->trigger(u"plan.settings"_s);
    QVERIFY(QTest::qWaitForWindowExposed(ui_->find<QDialog>(u"sheetDialog"_s)));
    auto* tree = ui_->find<QTreeWidget>(u"sheet.tree"_s);
    QTreeWidgetItem* item = tree->findItems(u"hidden_size"_s, Qt::MatchExactly | Qt::MatchRecursive).value(0);
    QVERIFY(item != nullptr);
    tree->scrollToItem(item);
    const auto tipOf = [tree, item](int column) {
      const QPoint at = tree->visualRect(tree->indexFromItem(item, column)).topLeft() + QPoint(3, 3);
      QHelpEvent event(QEvent::ToolTip, at, tree->viewport()->mapToGlobal(at));
      QCoreApplication::sendEvent(tree->viewport(), &event);
      return QToolTip::text();
    };
    item->setToolTip(0, QString());
    tree->setColumnWidth(0, 400);
    QVERIFY2(!tipOf(0).contains(item->text(0)), qPrintable(tipOf(0)));
    tree->setColumnWidth(0, 60);
    QVERIFY2(tipOf(0).contains(item->text(0)), qPrintable(tipOf(0)));
    item->setToolTip(0, u"its own"_s);
    QCOMPARE(tipOf(0), u"its own"_s);
  }

  void how_right_it_is_opens_once_and_return_does_not_close_it() {
    ui_->trigger(u"help.accuracy"_s);
    auto* dialog = ui_->find<QDialog>(u"accuracyDialog"_s);
    QVERIFY(dialog->isVisible());
    ui_->trigger(u"help.accuracy"_s);
    QCOMPARE(ui_->window->findChildren<QDialog*>(u"accuracyDialog"_s).size(), 1);
    auto* filter = dialog->findChild<QLineEdit*>(u"accuracyView.filter"_s);
    QTest::keyClick(filter, Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    for (const auto* widget : dialog->findChildren<QWidget*>()) {
      if (!widget->isVisible() || (widget->focusPolicy() & Qt::TabFocus) == 0) continue;
      QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
      QVERIFY2(!spoken->text(QAccessible::Name).isEmpty(), qPrintable(widget->objectName()));
    }
    QTest::keyClick(filter, Qt::Key_Escape);
    QVERIFY(!dialog->isVisible());
  }
  void all_settings_open_once_beside_the_plan() {
    QTest::mouseClick(ui_->find<QToolButton>(u"inputPanel.allSettings"_s), Qt::LeftButton);
    auto* dialog = ui_->find<QDialog>(u"sheetDialog"_s);
    QVERIFY(dialog->isVisible() && !dialog->isModal());
    QTRY_VERIFY(dialog->findChild<QLineEdit*>(u"sheet.search"_s)->hasFocus());
    ui_->trigger(u"plan.settings"_s);
    QCOMPARE(ui_->window->findChildren<QDialog*>(u"sheetDialog"_s).size(), 1);
  }
  void one_step_is_in_the_view_menu() {
    auto* view = ui_->find<MemoryView>(u"memoryView"_s);
    ui_->window->showView(u"table"_s);
    ui_->trigger(u"view.step"_s);
    QCOMPARE(ui_->window->currentView(), u"memory"_s);
    QVERIFY(view->isStepShown());
    QVERIFY(ui_->window->actions().find(u"view.step"_s)->isChecked());
    ui_->trigger(u"view.step"_s);
    QVERIFY(!view->isStepShown());
    QVERIFY(!ui_->window->actions().find(u"view.step"_s)->isChecked());
  }

  void the_theme_recolours_and_is_remembered() {
    const auto corner = [this] { return ui_->window->grab().toImage().pixelColor(2, 790); };
    const QColor light = corner();
    ui_->trigger(u"theme.dark"_s);
    QTRY_COMPARE(corner(), darkTheme().window);
    QVERIFY(light != darkTheme().window);
    QCOMPARE(ui_->settings.theme(), ThemeChoice::dark);
    ui_->trigger(u"theme.light"_s);
    QTRY_COMPARE(corner(), light);
  }

  void the_explanation_opens_from_a_tile_and_from_the_menu() {
    auto* view = ui_->find<MemoryView>(u"memoryView"_s);
    ui_->window->showView(u"table"_s);
    QTest::mouseClick(ui_->find<QWidget>(u"gpuFact"_s), Qt::LeftButton);
    QCOMPARE(ui_->window->currentView(), u"memory"_s);
    QVERIFY(view->isExplanationShown());
    QVERIFY(ui_->window->actions().find(u"view.explanation"_s)->isChecked());
    ui_->trigger(u"view.explanation"_s);
    QVERIFY(!view->isExplanationShown());
  }
  void the_best_plan_is_one_key_away() {
    ui_->model().adopt({3, Device::nvme, Device::nvme});
    const Plan before = ui_->model().plan();
    QTest::keyClick(ui_->window.get(), Qt::Key_B, Qt::ControlModifier);
    QVERIFY(ui_->model().plan() == with_pick(before, choose(before, {}).best->pick));
    QVERIFY(ui_->model().undoStack().undoText().startsWith(u"Adopt "));
  }

  /// The hint stands on a line that is there anyway, so that it moves nothing, and is gone once it was
  /// followed.
  void the_hint_of_the_first_run_moves_nothing_and_goes_for_good() {
    Settings fresh(ui_->path(u"fresh.ini"_s));
    {
      MainWindow window(fresh);
      QVERIFY(window.findChild<MessageBar*>(u"messageBar"_s)->isHidden());
      QVERIFY(window.statusBar()->currentMessage().contains(u"preset"));
      Plan plan = window.model().plan();
      plan.zero.stage = 3;
      window.model().propose(plan, {u"Stage"_s});
      QVERIFY(window.statusBar()->currentMessage().isEmpty());
      window.model().undoStack().setClean();
    }
    const MainWindow again(fresh);
    QVERIFY(again.statusBar()->currentMessage().isEmpty());
  }

  void everything_that_takes_the_focus_has_a_name() {
    for (const ViewRow& view : views()) {
      ui_->window->showView(view.id);
      for (const auto* widget : ui_->window->findChildren<QWidget*>()) {
        const bool inner =
            widget->inherits("QLineEdit") && widget->parentWidget()->inherits("QAbstractSpinBox");
        if (!widget->isVisible() || (widget->focusPolicy() & Qt::TabFocus) == 0 || inner) continue;
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
        QVERIFY2(
            !spoken->text(QAccessible::Name).isEmpty(),
            qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName()));
      }
    }
  }

 private:
  std::unique_ptr<test::WindowFixture> ui_;
};

ZP_TEST(WindowTest)
#include "window_test.moc"
