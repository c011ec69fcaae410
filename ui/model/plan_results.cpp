// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/plan_results.h"

#include <QElapsedTimer>
#include <utility>

namespace zp {

PlanResults computeResults(const PlanDocument& document, const PlanResults& last) {
  QElapsedTimer timer;
  timer.start();
  Evaluation evaluation = evaluate(document, WayOutSearch::by_caller);  // ChoiceModel searches for ways out
  PlanResults results;
  if (evaluation.is_usable) {
    results.issues = evaluation.findings;
    results.evaluation = std::move(evaluation);
    results.has_numbers = true;
  } else {
    results = last;
    results.issues = std::move(evaluation.findings);
    results.stale = true;
  }
  results.milliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
  return results;
}

}  // namespace zp
