// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUndoCommand>

#include "ui/model/plan_model.h"

namespace zp {

/// The only undo command: a change from one plan to another. A drag consists of many, merged into one.
class PlanCommand : public QUndoCommand {
 public:
  /// Commands of one `gesture` merge; those of PlanModel::no_gesture never do.
  PlanCommand(PlanModel& model, PlanState before, PlanState after, UndoLabel label, int gesture);
  /// Makes it a replacement by a plan that has no file. Undo brings back the former plan's file, redo that of
  /// the new one, if it was saved.
  void replaceFile() { replaces_file_ = true; }

  void undo() override;
  void redo() override;
  [[nodiscard]] int id() const override { return gesture_; }
  bool mergeWith(const QUndoCommand* other) override;

 private:
  PlanModel& model_;
  PlanState before_, after_;
  UndoLabel label_;
  int gesture_;
  bool replaces_file_ = false;
  QString other_file_;  ///< path of the plan that is not present; "" = none
};

}  // namespace zp
