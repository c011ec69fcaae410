// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QPointer>
#include <QString>

class QMenu;
class QWidget;

namespace zp::walk {

class Report;

struct FoundAction {
  QString path;  ///< "File ▸ Export for a program ▸ Export for Axolotl…", for a menu of a button with its
                 ///< name first
  QPointer<QAction> action;
};

/// Opens every menu of the window (menu bar, buttons, tool bars, and the menus within those), checks that
/// each can be seen, and returns their actions.
QList<FoundAction> findActions(const QWidget& window, Report& report);

/// Returns the actions of an open menu and of its submenus.
QList<FoundAction> actionsIn(QMenu& menu, const QString& path, Report& report);

}  // namespace zp::walk
