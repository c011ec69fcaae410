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

  void undo() override;
  void redo() override;
  [[nodiscard]] int id() const override { return gesture_; }
  bool mergeWith(const QUndoCommand* other) override;

 private:
  PlanModel& model_;
  PlanState before_, after_;
  UndoLabel label_;
  int gesture_;
};

}  // namespace zp
