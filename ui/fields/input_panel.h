// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <string>
#include <utility>
#include <vector>

#include "ui/fields/field_rows.h"

class QAction;
class QVBoxLayout;

namespace zp {

class CollapsibleGroup;
class FactLabel;
class Settings;
class TitledPanel;

/// The left side of the window: all settings of the plan, in groups. Rows of a collapsed group are created
/// when it is expanded. Tab follows the reading order.
class InputPanel : public QScrollArea {
  Q_OBJECT

 public:
  InputPanel(PlanModel& model, Settings& settings, QWidget* parent = nullptr);

  /// Expands, scrolls to and focuses the control of this plan key; does nothing if there is none.
  void showField(const std::string& plan_path);
  /// Greys out the choices with which no plan runs, according to core's choice for the present plan.
  void showDoubts(const PlanChoice& choice);
  /// Sets the function that finds out, when a long list is opened, with which entries a plan runs.
  void setReachSource(const AskReach& ask);
  /// Shows the present plan and the available choices.
  void refresh();
  /// Adds an action to the context menu of the control that sets this plan key; does nothing if
  /// there is none.
  void addToMenu(const std::string& plan_path, QAction* action);
  [[nodiscard]] QSize minimumSizeHint() const override;
  [[nodiscard]] QSize sizeHint() const override;

 signals:
  void allSettingsRequested();

 private:
  void addGroup(const FieldGroup& group, QVBoxLayout& lines);
  QLayout* besideAllSettings(CollapsibleGroup* folded);
  void alignLabels();
  CollapsibleGroup* makeFolded(const FieldGroup& group);
  std::vector<InputRow*> makeRows(const FieldGroup& group);
  void refreshFacts();
  /// Hides rows of collapsed groups that do not apply to the plan, and shows the others.
  void hideInapplicable();
  [[nodiscard]] InputRow* rowOf(const std::string& plan_path) const;

  PlanModel& model_;
  Settings& settings_;
  std::vector<BoundRow> rows_;  ///< rows created so far
  AskReach ask_;
  std::vector<std::pair<std::string, QAction*>> menu_actions_;  ///< plan keys and actions
  std::vector<TitledPanel*> panels_;
  std::vector<std::pair<const FieldGroup*, FactLabel*>> facts_;  ///< figures next to group titles
};

}  // namespace zp
