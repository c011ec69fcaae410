// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/plan_command.h"

#include <utility>

namespace zp {

PlanCommand::PlanCommand(PlanModel& model, PlanState before, PlanState after, UndoLabel label, int gesture)
    : model_(model),
      before_(std::move(before)),
      after_(std::move(after)),
      label_(std::move(label)),
      gesture_(gesture) {
  setText(label_.text());
}

void PlanCommand::undo() {
  model_.set(before_);
  if (replaces_file_) model_.exchangeFilePath(other_file_);
}

void PlanCommand::redo() {
  model_.set(after_);
  if (replaces_file_) model_.exchangeFilePath(other_file_);
}

bool PlanCommand::mergeWith(const QUndoCommand* other) {
  const auto* next =
      static_cast<const PlanCommand*>(other);  // commands with equal ids are always PlanCommands
  after_ = next->after_;
  label_.to = next->label_.to;
  setText(label_.text());
  const bool is_back = before_.document.plan == after_.document.plan;
  if (is_back) model_.set(before_);  // what the gesture marked as stated is not
  setObsolete(is_back);
  return true;
}

}  // namespace zp
