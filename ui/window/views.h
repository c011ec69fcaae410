// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <span>

class QWidget;

namespace zp {

class ActionRegistry;
class ChoiceModel;
class ExportController;
class FileController;
class InputPanel;
class OpenedConfig;
class PlanModel;
class RunController;
class RunModel;
class Settings;
class UndoSwitch;
class VerdictStrip;
class ViewTabs;

/// The heading of a view's own actions: the View menu.
inline const QString view_section = QStringLiteral("View");

/// The models that a view uses, and the parts of the window that it is connected to.
struct ViewParts {
  PlanModel& model;
  ChoiceModel& choice;
  RunModel& run;
  Settings& settings;
  OpenedConfig& opened;
  ActionRegistry& actions;
  FileController& files;
  RunController& runs;
  ExportController& exports;
  UndoSwitch& histories;
  InputPanel& inputs;
  VerdictStrip& verdict;
  ViewTabs& tabs;  ///< the tabs that will contain the view
};

/// A view is one row of views() and the function that creates it. Its tab, Ctrl+1 …, its entry in the View
/// menu, the palette and Help ▸ Shortcuts, and its name on the command line all follow from the row.
struct ViewRow {
  QLatin1StringView id;  ///< "config": on the command line, and in its action "view.config"
  const char* title;     ///< title of its tab, to be translated
  /// Creates the view when it is first shown, and connects its requests to the other parts. The first view,
  /// which always exists, adds its own actions.
  QWidget* (*make)(const ViewParts& parts);
  /// Adds other ways to open the view, including its own actions; nullptr for none.
  void (*add_actions)(const ViewParts& parts, int index) = nullptr;
};

/// Returns the views in the order of the tabs.
std::span<const ViewRow> views();

/// Makes the plan's ds_config.json the current view, at the line of that key.
void showConfigLine(ViewTabs& tabs, const QString& config_path);

}  // namespace zp
