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

/// What a view is made of, and the parts of the window that it is tied to.
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
  ViewTabs& tabs;  ///< where it will stand
};

/// A view is one row of views() and the function that makes it. From the row follow its tab, Ctrl+1 …, its
/// line in the View menu, the palette and Help ▸ Shortcuts, and its name on the command line.
struct ViewRow {
  QLatin1StringView id;  ///< "config": on the command line, and of its action "view.config"
  const char* title;     ///< its tab, to be translated
  /// Makes it, when it is first looked at, and passes on what it asks of the other parts. The first view,
  /// which is always made, adds the actions that are its own.
  QWidget* (*make)(const ViewParts& parts);
  /// What brings it to the front without its tab, its own actions included; null for nothing.
  void (*lead_to)(const ViewParts& parts, int index) = nullptr;
};

/// In the order of the tabs.
std::span<const ViewRow> views();

/// The plan's ds_config.json comes to the front, at the line of that key.
void showConfigLine(ViewTabs& tabs, const QString& config_path);

}  // namespace zp
