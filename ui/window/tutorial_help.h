// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTemporaryDir>
#include <vector>

#include "core/tutorial/tutorial.h"

class QDockWidget;
class QMainWindow;
class QWidget;

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
  /// Performs a step: each control is framed, then used; afterwards the step's marks are shown over the
  /// window. Unless the step before it was the last one done, the tutorial's plan is set and the steps before
  /// are performed first, without frames.
  void doStep(const QString& tutorial, const QString& step);

  /// Set the program that makes the tutorials (default: this one), and how long a control is framed before it
  /// is used, in milliseconds.
  void setProgram(const QString& program) { program_ = program; }
  void setPace(int milliseconds) { pace_ = milliseconds; }

 signals:
  void failed(const QString& sentence);
  /// A tutorial begins anew: its files, in that folder, are no longer those of the window.
  void begun(const QString& folder);
  /// A step is done, and its marks are shown.
  void stepDone();

 private:
  void take(const PlanDocument& plan, const Tutorial& tutorial);
  void begin(const Tutorial& tutorial);
  [[nodiscard]] bool isDone(const TutorialStep& step) const;
  void makeDock();
  bool frame(const std::string& control);
  void act();
  void performNext(bool is_requested);
  void finishStep();

  PlanModel& model_;
  const ActionRegistry& actions_;
  QMainWindow& window_;
  QString program_;
  int pace_ = 700;
  int widened_ = 0;  ///< width that the window got for the dock, in pixels
  QDockWidget* dock_ = nullptr;
  TutorialReader* reader_ = nullptr;
  StepOverlay* overlay_ = nullptr;
  QTemporaryDir folder_;                     ///< folder for a tutorial's files
  std::vector<const TutorialStep*> steps_;   ///< the steps being performed, the requested one last
  std::size_t performed_ = 0;                ///< number of the finished ones among them
  std::size_t action_ = 0;                   ///< index of the action within its step
  int request_ = 0;                          ///< number of the last requested step
  const TutorialStep* done_step_ = nullptr;  ///< the last step that was finished, and the plan after it
  PlanDocument done_plan_;
  QPointer<QWidget> focus_;  ///< the reader's part with the keyboard focus when the step was requested
};

}  // namespace zp
