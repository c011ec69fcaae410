// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAccessible>
#include <QDialog>
#include <QMenu>
#include <QMenuBar>
#include <QMetaEnum>
#include <functional>

#include "core/export/flavours.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/charts/chart.h"
#include "ui/choice/choice_view.h"
#include "ui/choice/pinned_plans.h"
#include "ui/config/config_pages.h"
#include "ui/model/dialogs.h"
#include "ui/model/text.h"
#include "ui/window/message_bar.h"
#include "ui/window/picture_desk.h"
#include "ui/window/views.h"
#include "ui/window/write_back_dialog.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

/// Returns true if a screen reader stops there, and has nothing to say but the name.
bool isNamedRole(QAccessible::Role role) {
  switch (role) {
    case QAccessible::PushButton:
    case QAccessible::ButtonMenu:
    case QAccessible::ButtonDropDown:
    case QAccessible::CheckBox:
    case QAccessible::RadioButton:
    case QAccessible::ComboBox:
    case QAccessible::EditableText:
    case QAccessible::SpinBox:
    case QAccessible::Slider:
    case QAccessible::ProgressBar:
    case QAccessible::PageTab:
    case QAccessible::PageTabList:
    case QAccessible::List:
    case QAccessible::Tree:
    case QAccessible::Table:
    case QAccessible::MenuItem:
    case QAccessible::Link:
    case QAccessible::Graphic:
    case QAccessible::Chart:
    case QAccessible::Dialog:
    case QAccessible::Window:
    case QAccessible::ToolBar:
      return true;
    default:
      return false;
  }
}

/// Returns true if what is below is a part of one control, or cells, which may be empty.
bool isWhole(QAccessibleInterface& face) {
  const QAccessible::Role role = face.role();
  return role == QAccessible::ComboBox || role == QAccessible::SpinBox || role == QAccessible::Slider ||
         role == QAccessible::ScrollBar || qobject_cast<QAbstractItemView*>(face.object()) != nullptr;
}

/// Goes through what a screen reader can reach, and returns a line for each control of which it has nothing
/// to say; `path` leads to `face`.
QStringList faultsBelow(QAccessibleInterface& face, const QString& path, int& reached) {
  QStringList faults;
  for (int i = 0; i < face.childCount(); ++i) {
    QAccessibleInterface* child = face.child(i);
    if (child == nullptr || !child->isValid() || child->state().invisible) continue;
    const QObject* object = child->object();
    const QString role =
        QString::fromLatin1(QMetaEnum::fromType<QAccessible::Role>().valueToKey(child->role()));
    const QString name = child->text(QAccessible::Name).trimmed();
    const QString here =
        path + u'/' + (object == nullptr || object->objectName().isEmpty() ? role : object->objectName());
    ++reached;
    const auto* widget = qobject_cast<const QWidget*>(object);
    const bool is_reached = child->state().focusable && !child->state().disabled &&
                            (widget == nullptr || widget->focusProxy() == nullptr);
    if (name.isEmpty() && (isNamedRole(child->role()) || is_reached))
      faults << here + u" has no name: "_s + role;
    if (is_reached && (child->role() == QAccessible::NoRole || child->role() == QAccessible::Client) &&
        qobject_cast<const QAbstractScrollArea*>(object) == nullptr)
      faults << here + u" has no role"_s;
    if (qobject_cast<const Chart*>(object) != nullptr && child->text(QAccessible::Description).isEmpty())
      faults << here + u" says nothing of what it shows"_s;
    if (!isWhole(*child)) faults << faultsBelow(*child, here, reached);
  }
  return faults;
}

const auto log_of_death =
    u"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of "
    u"39.39 GiB of which 0.50 GiB is free. Including non-PyTorch memory, this process has 38.8 GiB memory in "
    u"use. Of the allocated memory 37.0 GiB is allocated by PyTorch, and 1.0 GiB is reserved by PyTorch but "
    u"unallocated.\n"_s;

}  // namespace

/// Walks the tree that a screen reader gets of every view and dialog: nothing that can be reached in it is
/// without a name and a role.
class ScreenReaderTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  void every_control_that_can_be_reached_is_named_data() {
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("dialog");
    for (const ViewRow& view : views())
      QTest::addRow("view %s", view.id.data()) << u"view"_s << u"view."_s + view.id << QString();
    const auto dialog = [](const char* row, const QString& action, const QString& name) {
      QTest::newRow(row) << u"dialog"_s << action << name;
    };
    dialog("all settings", u"plan.settings"_s, u"sheetDialog"_s);
    dialog("not stated", u"plan.unstated"_s, u"unstatedDialog"_s);
    dialog("presets", u"plan.presets"_s, u"presetsDialog"_s);
    dialog("lesson", u"help.lesson"_s, u"lessonDialog"_s);
    dialog("accuracy", u"help.accuracy"_s, u"accuracyDialog"_s);
    dialog("claims", u"help.claims"_s, u"claimsDialog"_s);
    dialog("assumptions", u"help.assumptions"_s, u"assumptionsDialog"_s);
    dialog("commands", u"help.commands"_s, u"commandsDialog"_s);
    dialog("shortcuts", u"help.shortcuts"_s, u"shortcutsDialog"_s);
    dialog("about", u"help.about"_s, u"aboutDialog"_s);
    dialog("export", u"export.for."_s + toQt(export_flavours()[1].name), u"exportDialog"_s);
    for (const char* state :
         {"one step", "explanation", "welcome", "palette", "tutorials", "message", "log", "opened ds_config",
          "pinned", "what was read", "scenarios", "write back", "a view apart", "everything unfolded"})
      QTest::newRow(state) << QString::fromLatin1(state) << QString() << QString();
  }
  void every_control_that_can_be_reached_is_named() {
    QWidget* window = open();
    QVERIFY(window != nullptr);
    waitUntilIdle(*ui_->window);
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(window);
    QVERIFY(face != nullptr);
    QVERIFY(!face->text(QAccessible::Name).isEmpty());
    int reached = 0;
    const QStringList faults = faultsBelow(*face, window->objectName(), reached);
    QVERIFY2(reached > 3, qPrintable(QString::number(reached)));
    QVERIFY2(faults.isEmpty(), qPrintable(u'\n' + faults.join(u'\n')));
  }
  void charts_and_facts_say_what_they_are() {
    const auto face = [this](const QString& name) {
      return QAccessible::queryAccessibleInterface(ui_->find<QWidget>(name));
    };
    QCOMPARE(face(u"memoryChart"_s)->role(), QAccessible::Chart);
    QAccessibleInterface* fact = face(u"gpuFact"_s);
    QCOMPARE(fact->role(), QAccessible::Button);
    QVERIFY(fact->actionInterface()->actionNames().contains(QAccessibleActionInterface::pressAction()));
    fact->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QVERIFY(ui_->window->actions().find(u"view.explanation"_s)->isChecked());
  }
  void every_entry_of_a_menu_is_named() {
    int entries = 0;
    const std::function<void(const QList<QAction*>&)> walk = [&](const QList<QAction*>& actions) {
      for (const QAction* action : actions) {
        if (action->isSeparator()) continue;
        ++entries;
        QVERIFY(!action->text().isEmpty());
        if (action->menu() != nullptr) walk(action->menu()->actions());
      }
    };
    walk(ui_->window->menuBar()->actions());
    QVERIFY(entries > 60);
  }

 private:
  /// Brings up what the row says and returns its window.
  QWidget* open() {
    QFETCH(QString, shown);
    QFETCH(QString, action);
    QFETCH(QString, dialog);
    QWidget* window = ui_->window.get();
    if (!action.isEmpty()) ui_->trigger(action);
    if (!dialog.isEmpty()) return ui_->find<QDialog>(dialog);
    if (shown == u"one step") ui_->trigger(u"view.step"_s);
    if (shown == u"explanation") ui_->trigger(u"view.explanation"_s);
    if (shown == u"welcome") ui_->trigger(u"help.welcome"_s);
    if (shown == u"palette") ui_->trigger(u"help.palette"_s);
    if (shown == u"tutorials") ui_->trigger(u"help.tutorials"_s);
    if (shown == u"message")
      ui_->find<MessageBar>(u"messageBar"_s)
          ->showMessage(NoticeLevel::warning, u"Long words. "_s.repeated(40), u"Do it"_s, [] {});
    if (shown == u"log") ui_->dropFile(ui_->write(u"run.log"_s, log_of_death.toUtf8()));
    if (shown == u"opened ds_config")
      ui_->window->openFile(
          ui_->write(u"a.ds_config.json"_s, R"({"train_micro_batch_size_per_gpu": 4, "foo": 1})"));
    if (shown == u"pinned") {
      ui_->trigger(u"view.choice"_s);
      waitUntilIdle(*ui_->window);
      ui_->find<QAbstractButton>(u"choiceView.pin"_s)->click();
    }
    if (shown == u"what was read") {
      ui_->window->openFile(ui_->write(u"axolotl.yml"_s,
                                       "base_model: meta-llama/Llama-2-7b-hf\nmicro_batch_size: 2\n"
                                       "gradient_accumulation_steps: 4\nsequence_len: 2048\n"));
      return ui_->window->showImport();
    }
    if (shown == u"scenarios") {
      dialogs::setNextText(u"Other"_s);
      ui_->trigger(u"scenario.add"_s);
      ui_->trigger(u"scenario.compare"_s);
      return ui_->find<QDialog>(u"scenarioDialog"_s);
    }
    if (shown == u"write back") {
      auto* write = new WriteBackDialog(u"a.yml"_s, u"+a\n-b"_s, u"c"_s, window);
      write->show();
      return write;
    }
    if (shown == u"a view apart") {
      ui_->trigger(u"view.scaling"_s);
      ui_->trigger(u"view.apart"_s);
      return ui_->find<QDialog>(u"scalingView.window"_s);
    }
    if (shown == u"everything unfolded")
      for (auto* group : ui_->window->findChildren<CollapsibleGroup*>())
        group->setExpanded(true);
    return window;
  }
};

ZP_TEST(ScreenReaderTest)
#include "screen_reader_test.moc"
