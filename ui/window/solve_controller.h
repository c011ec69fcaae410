// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "core/search/solve.h"
#include "ui/model/background_work.h"

namespace zp {

class ChoiceModel;
class MessageBar;
class PlanModel;

/// Returns the id of its action: "plan.solve.max-micro-batch".
QString idOf(const UnknownRow& row);

/// Finds the largest or smallest value of a number of the plan, over all plans that the search may choose,
/// and reports it in the message bar with a button that applies it. The answer is for the present plan: a
/// change of the plan restarts a running search and removes the answer.
class SolveController : public QObject {
  Q_OBJECT

 public:
  SolveController(PlanModel& model, const ChoiceModel& choice, MessageBar& messages,
                  QObject* parent = nullptr);

  void solveFor(Unknown unknown);
  /// Waits for the answer.
  void finish() { work_.finish(); }

 private:
  void follow();
  void say(Unknown unknown, const Plan& origin, const std::optional<Solution>& solution);

  PlanModel& model_;
  const ChoiceModel& choice_;
  MessageBar& messages_;
  Unknown unknown_ = Unknown::parameters;  ///< the unknown last asked for
  int answer_ = 0;                         ///< number of the message with the last answer
  BackgroundWork work_;
};

}  // namespace zp
