// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/action_finder.h"

#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QToolButton>

#include "tests/ui/walk/clip_check.h"
#include "tests/ui/walk/hand.h"
#include "tests/ui/walk/report.h"

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {
namespace {

/// Returns a name of the action that stays the same while its text changes, as that of Undo does.
QString nameOfAction(const QAction& action) {
  static const QRegularExpression undone(u"^(&?Undo|&?Redo) .*"_s);
  return QString(action.text()).replace(undone, u"\\1"_s).remove(u'&');
}

void add(QList<FoundAction>& all, QMenu* menu, const QString& path, QPoint at, Report& report) {
  if (menu == nullptr || !menu->isEnabled()) return;
  menu->popup(at);
  settle();
  if (!menu->isVisible() && !menu->actions().isEmpty()) report.fault(u"menu"_s, path + u" does not open"_s);
  all += actionsIn(*menu, path, report);
  closePopups();
}

}  // namespace

QList<FoundAction> actionsIn(QMenu& menu, const QString& path, Report& report) {
  checkMenuClipping(menu, report);
  report.saw(u"menus"_s, path);
  QList<FoundAction> all;
  for (QAction* action : menu.actions()) {
    if (action->isSeparator() || !action->isVisible()) continue;
    const QString name = path + u" ▸ "_s + nameOfAction(*action);
    if (QMenu* within = action->menu()) {
      if (!action->isEnabled()) continue;
      within->popup(menu.mapToGlobal(menu.actionGeometry(action).topRight()));
      settle();
      all += actionsIn(*within, name, report);
      within->close();
    } else {
      all.append({name, action});
    }
  }
  return all;
}

QList<FoundAction> findActions(const QWidget& window, Report& report) {
  QList<FoundAction> all;
  for (const auto* bar : window.findChildren<QMenuBar*>())
    for (QAction* action : bar->actions())
      add(all, action->menu(), nameOfAction(*action),
          bar->mapToGlobal(bar->actionGeometry(action).bottomLeft()), report);
  const auto addButton = [&](const auto& button) {
    if (button.isVisible() && button.isEnabled() && button.menu() != nullptr)
      add(all, button.menu(), button.objectName(), button.mapToGlobal(button.rect().bottomLeft()), report);
  };
  for (const auto* button : window.findChildren<QToolButton*>())
    addButton(*button);
  for (const auto* button : window.findChildren<QPushButton*>())
    addButton(*button);
  return all;
}

}  // namespace zp::walk
