// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/action_registry.h"

#include <algorithm>

namespace zp {

QAction* ActionRegistry::add(const QString& section, const QString& id, const QString& text,
                             const QList<QKeySequence>& shortcuts, std::function<void()> run) {
  Q_ASSERT_X(find(id) == nullptr, "ActionRegistry::add", qPrintable(id));
  Q_ASSERT_X(std::none_of(entries_.begin(), entries_.end(),
                          [&](const Entry& entry) {
                            const auto taken = entry.action->shortcuts();
                            return std::any_of(
                                shortcuts.begin(), shortcuts.end(),
                                [&](const QKeySequence& keys) { return taken.contains(keys); });
                          }),
             "ActionRegistry::add: shortcut taken", qPrintable(id));
  auto* action = new QAction(text, this);
  action->setObjectName(id);
  action->setShortcuts(shortcuts);
  connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
  entries_.append({section, action});
  return action;
}

QAction* ActionRegistry::find(const QString& id) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&id](const Entry& entry) { return entry.action->objectName() == id; });
  return found == entries_.end() ? nullptr : found->action;
}

}  // namespace zp
