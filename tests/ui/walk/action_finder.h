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

/// Opens every menu of the window, those of its menu bar, its buttons and its tool bars and those within
/// them, looks whether each can be seen, and returns what stands in them.
QList<FoundAction> findActions(const QWidget& window, Report& report);

/// Returns the actions of an open menu and of its submenus.
QList<FoundAction> actionsIn(QMenu& menu, const QString& path, Report& report);

}  // namespace zp::walk
