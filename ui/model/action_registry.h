// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <functional>

namespace zp {

/// All actions of the window by id. Menus, toolbar, Help ▸ Shortcuts and the command palette are built from
/// this list, so that no action can be missing from one of them.
class ActionRegistry : public QObject {
  Q_OBJECT

 public:
  struct Entry {
    QString section;  ///< its menu, and its heading under Help ▸ Shortcuts: "File"
    QAction* action;
  };

  using QObject::QObject;

  /// Adds an action. `id` becomes its object name; it must be new, and the shortcuts must not be taken.
  QAction* add(const QString& section, const QString& id, const QString& text,
               const QList<QKeySequence>& shortcuts, std::function<void()> run);
  /// Returns nullptr if no action has that id.
  [[nodiscard]] QAction* find(const QString& id) const;
  [[nodiscard]] const QList<Entry>& entries() const { return entries_; }

 private:
  QList<Entry> entries_;
};

}  // namespace zp
