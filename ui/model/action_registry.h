// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <functional>

namespace zp {

/// Every action of the window under one id: menus, toolbar, Help ▸ Shortcuts and the command palette read
/// this list, so that an action cannot be missing from one of them.
class ActionRegistry : public QObject {
  Q_OBJECT

 public:
  struct Entry {
    QString section;  ///< "File": the menu it stands in, and its heading under Help ▸ Shortcuts
    QAction* action;
  };

  using QObject::QObject;

  /// `id` becomes the action's object name; it must be new, and its shortcuts must not be taken.
  QAction* add(const QString& section, const QString& id, const QString& text,
               const QList<QKeySequence>& shortcuts, std::function<void()> run);
  /// Nullptr when there is none of that id.
  [[nodiscard]] QAction* find(const QString& id) const;
  [[nodiscard]] const QList<Entry>& entries() const { return entries_; }

 private:
  QList<Entry> entries_;
};

}  // namespace zp
