// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace zp {

class ConfigView;
class FileView;
class OpenedConfig;
class PlanModel;

/// The ds_config.json tab: the plan's file and, if one is open, the opened file next to it with its actions.
class ConfigPages : public QWidget {
  Q_OBJECT

 public:
  ConfigPages(PlanModel& model, OpenedConfig& file, QWidget* parent = nullptr);

  [[nodiscard]] ConfigView* planPage() const { return plan_; }
  [[nodiscard]] FileView* filePage() const { return view_; }
  void showFile();
  void showPlan();
  /// Returns true if the keyboard focus is in the opened file: Save and Undo then apply to it.
  [[nodiscard]] bool isInFile() const;

 signals:
  void copyRequested();
  void saveRequested();
  void saveAsRequested();
  void closeRequested();

 private:
  void refresh();

  OpenedConfig& file_;
  ConfigView* plan_;
  FileView* view_;
  QWidget* head_;
  QTabBar* pages_;
  QWidget* actions_;
  QPushButton* save_;
  QStackedWidget* stack_;
};

}  // namespace zp
