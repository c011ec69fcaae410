// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QPointer>
#include <QSet>
#include <QUrl>
#include <memory>

#include "tests/ui/walk/action_finder.h"
#include "tests/ui/walk/answerer.h"
#include "tests/ui/walk/examiner.h"
#include "tests/ui/walk/parts_walk.h"
#include "ui/model/settings.h"
#include "ui/window/main_window.h"

namespace zp::walk {

class Report;

/// Walks through the whole window: every action of every menu, with a fresh plan, a plan of a file and an
/// opened ds_config.json; every view, group, dialog, context menu and button; every tutorial; every
/// kind of file.
class WindowWalk {
 public:
  /// Every file is written into `folder`. `program` makes the tutorials.
  WindowWalk(const QDir& folder, const QString& program, const QString& pictures, Report& report);
  ~WindowWalk();

  void walk(ThemeChoice theme);

 private:
  void open(ThemeChoice theme);
  void walkFresh();
  void walkPlanFile();
  void walkConfig();
  void walkActions(const QString& state);
  void trigger(const FoundAction& found);
  void walkViews();
  void walkGroups();
  void dropFiles();
  void close();
  void drop(const QString& file);
  /// Examines and closes what an action opened, and brings the window back if it was closed.
  void clearUp();
  void awaitAnswer(const QPointer<QWidget>& dialog);
  void visit(QWidget& dialog);
  [[nodiscard]] QString in(const QString& what) const;

  QDir folder_;
  QString program_;
  Report& report_;
  Examiner examiner_;
  Answerer answerer_;
  PartsWalk parts_;
  QStringList files_;
  std::unique_ptr<Settings> settings_;
  std::unique_ptr<MainWindow> window_;
  QString theme_;
  QSet<QString> visited_, triggered_, found_;
  bool is_visiting_ = false;
};

}  // namespace zp::walk
