// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTemporaryDir>

#include "core/tutorial/tutorial.h"

class QDockWidget;
class QMainWindow;

namespace zp {

class ActionRegistry;
class PlanModel;
class StepOverlay;
class TutorialReader;

/// The reader of Help ▸ Tutorials, docked beside the window, in which it performs what the reader asks for.
class TutorialHelp : public QObject {
  Q_OBJECT

 public:
  TutorialHelp(PlanModel& model, const ActionRegistry& actions, QMainWindow& window);

  /// Opens the reader on that tutorial, or brings it up; "" means the tutorial that is open.
  void open(const QString& tutorial = {});
  /// Takes over the plan that a step's picture shows, as one undo step.
  void openPlan(const QString& tutorial, const QString& step);
  /// Performs a step from the plan before it: each control is framed, then used; at the end the step's marks
  /// stand over the window.
  void doStep(const QString& tutorial, const QString& step);

  /// These set the program that makes the tutorials, at first this one, and how long a control is framed
  /// before it is used, in milliseconds.
  void setProgram(const QString& program) { program_ = program; }
  void setPace(int milliseconds) { pace_ = milliseconds; }

 signals:
  void failed(const QString& sentence);
  /// A step is done, and its marks are shown.
  void stepDone();

 private:
  bool takePlan(const Tutorial& tutorial, std::size_t step);
  void makeDock();
  void frame(const std::string& control);
  void act();
  void finishStep();

  PlanModel& model_;
  const ActionRegistry& actions_;
  QMainWindow& window_;
  QString program_;
  int pace_ = 700;
  QDockWidget* dock_ = nullptr;
  TutorialReader* reader_ = nullptr;
  StepOverlay* overlay_ = nullptr;
  QTemporaryDir folder_;                ///< folder of a tutorial's files
  const TutorialStep* step_ = nullptr;  ///< the step that is being performed
  std::size_t action_ = 0;
};

}  // namespace zp
