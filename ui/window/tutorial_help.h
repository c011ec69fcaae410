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

/// The reader of Help ▸ Tutorials in a dock; it performs tutorial steps in the window on request.
class TutorialHelp : public QObject {
  Q_OBJECT

 public:
  TutorialHelp(PlanModel& model, const ActionRegistry& actions, QMainWindow& window);

  /// Opens the reader with that tutorial, or brings it to the front; "" means the current tutorial.
  void open(const QString& tutorial = {});
  /// Sets the plan shown in a step's picture, as one undo step.
  void openPlan(const QString& tutorial, const QString& step);
  /// Performs a step, starting from the plan before it: each control is framed, then used; afterwards the
  /// step's marks are shown over the window.
  void doStep(const QString& tutorial, const QString& step);

  /// Set the program that makes the tutorials (default: this one), and how long a control is framed before it
  /// is used, in milliseconds.
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
  QTemporaryDir folder_;                ///< folder for a tutorial's files
  const TutorialStep* step_ = nullptr;  ///< the step being performed
  std::size_t action_ = 0;
};

}  // namespace zp
