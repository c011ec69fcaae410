// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QSet>
#include <QString>
#include <functional>

class QMenu;
class QWidget;

namespace zp::walk {

class Report;

/// Uses every part of a window: the context menus and the buttons, each once in the lifetime of this object.
class PartsWalk {
 public:
  /// `after` is called after a press of a button or of an entry of a context menu, to close what that opened.
  PartsWalk(Report& report, std::function<void()> after);

  /// Clicks with the right button on every part that can be seen, and presses every entry of the
  /// menus that open.
  void openContextMenus(QWidget& window);
  /// Presses every visible button that does not open a menu.
  void pressButtons(QWidget& window);

 private:
  void openContextMenu(QWidget& widget, QPoint at);
  bool pressNewEntry(QMenu& menu, const QString& owner);

  Report& report_;
  std::function<void()> after_;
  QSet<QString> done_;
};

}  // namespace zp::walk
