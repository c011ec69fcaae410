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

/// Plan ▸ Scenarios: several named plans in the plan's file, of which one is the plan as it is. Everything
/// here is one step of undo.
class ScenarioControl : public QObject {
  Q_OBJECT

 public:
  /// Adds its actions; dialogs stand over `window`.
  ScenarioControl(PlanModel& model, ActionRegistry& actions, QWidget& window);

  /// The submenu, with the scenarios to switch between above what can be done to them.
  [[nodiscard]] QMenu* menu() const { return menu_; }
  /// A button that says which of them is shown; hidden while there are none.
  void putInto(QToolBar& bar) const;

  void switchTo(const QString& name);

 signals:
  void failed(const QString& sentence);
  void changed();

 private:
  /// Does `change`, whose errors are told; false where it failed.
  template <class Change>
  void attempt(const Change& change);
  void add();
  void rename();
  void remove();
  void step(int by);
  void compare();
  void refresh();
  void fillMenu();
  /// A name that no other has, "" when cancelled.
  [[nodiscard]] QString askName(const QString& title, const QString& proposal);
  [[nodiscard]] QString present() const { return names_.value(present_); }

  PlanModel& model_;
  QWidget& window_;
  QMenu* menu_;
  QList<QAction*> of_menu_;
  QList<QAction*> need_scenarios_;
  std::string known_;  ///< what names_ was read from
  QStringList names_;
  qsizetype present_ = 0;
};

}  // namespace zp
