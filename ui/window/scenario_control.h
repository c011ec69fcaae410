// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <string>

class QAction;
class QMenu;
class QToolBar;
class QWidget;

namespace zp {

class ActionRegistry;
class PlanModel;

/// The menu Plan ▸ Scenarios: several named plans in the plan's file, one of which is the present plan. Every
/// change made here is one undo step.
class ScenarioControl : public QObject {
  Q_OBJECT

 public:
  /// Adds its actions; `window` is the parent of its dialogs.
  ScenarioControl(PlanModel& model, ActionRegistry& actions, QWidget& window);

  /// Returns the submenu: the scenarios to switch to, then the actions.
  [[nodiscard]] QMenu* menu() const { return menu_; }
  /// Adds a button that shows the present scenario's name; hidden if there are no scenarios.
  void addButtonTo(QToolBar& bar) const;

  void switchTo(const QString& name);

 signals:
  void failed(const QString& sentence);
  void changed();

 private:
  /// Runs `change` and reports its errors.
  template <class Change>
  void attempt(const Change& change);
  void add();
  void rename();
  void remove();
  void step(int by);
  void compare();
  void refresh();
  void fillMenu();
  /// Asks for a name that no other scenario has; returns "" if cancelled.
  [[nodiscard]] QString askName(const QString& title, const QString& proposal);
  [[nodiscard]] QString present() const { return names_.value(present_); }

  PlanModel& model_;
  QWidget& window_;
  QMenu* menu_;
  QList<QAction*> of_menu_;
  QList<QAction*> need_scenarios_;
  std::string known_;  ///< the text from which names_ was read
  QStringList names_;
  qsizetype present_ = 0;
};

}  // namespace zp
