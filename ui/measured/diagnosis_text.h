// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/diagnosis/plan_of_log.h"
#include "core/measure/measure.h"
#include "ui/charts/bar_chart_data.h"
#include "ui/results/sentence.h"

namespace zp {

/// Why a run died or crawls, in words and, for GPU memory, as a picture.
struct DiagnosisText {
  NoticeLevel level = NoticeLevel::error;
  QString kind;   ///< "Out of GPU memory in the backward pass on rank 3, short by 1.9 GiB."
  QString cause;  ///< with the assumptions about the plan, if any
  QString place;  ///< "run.log:1204"
  QString line;   ///< the line of the log that shows it
  /// Says that the log is about another model or GPU than the plan, with a button that adopts the log's plan.
  std::optional<Sentence> other_plan;
  std::vector<Sentence> remedies;
  std::optional<BarChartData> card;
};

/// Returns the text about one death, compared with the present plan.
DiagnosisText diagnosisText(const Death& death, const Measurement& measurement,
                            std::span<const NamedLog> logs, const Plan& plan);

/// Returns the plan according to a death's log, if it has another model or GPU than the present plan.
std::optional<PlanOfLog> otherPlanOf(const Death& death, std::span<const NamedLog> logs, const Plan& plan);

}  // namespace zp
