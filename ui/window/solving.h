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

/// Of its action: "plan.solve.max-micro-batch".
QString idOf(const UnknownRow& row);

/// Any of the plan's numbers as the unknown: its largest or smallest value over every plan that the choice
/// may take, said in the message bar with a button that takes it. What is said is of the plan as it stands: a
/// change begins a search that goes on anew, and takes back an answer.
class Solving : public QObject {
  Q_OBJECT

 public:
  Solving(PlanModel& model, const ChoiceModel& choice, MessageBar& messages, QObject* parent = nullptr);

  void solveFor(Unknown unknown);
  /// Waits for the answer.
  void finish() { work_.finish(); }

 private:
  void follow();
  void say(Unknown unknown, const Plan& origin, const std::optional<Solution>& solution);

  PlanModel& model_;
  const ChoiceModel& choice_;
  MessageBar& messages_;
  Unknown unknown_ = Unknown::parameters;  ///< last asked for
  int answer_ = 0;                         ///< number of the message that told the last answer
  BackgroundWork work_;
};

}  // namespace zp
