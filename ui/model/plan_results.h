// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/evaluate/evaluate.h"

namespace zp {

/// Everything that the views show: the estimate of the last plan that could be estimated, and the findings
/// about the present plan. Always replaced as a whole.
struct PlanResults {
  Evaluation evaluation;  ///< of the present plan, or of the last one that could be estimated
  /// False until a plan has been estimated since one was opened; then there is nothing to show or export.
  bool has_numbers = false;
  std::vector<Finding> issues;  ///< findings about the current plan, worst first
  /// True if the present plan cannot be estimated: everything except the issues belongs to an earlier plan.
  bool stale = false;
  double milliseconds = 0;  ///< time that the computation took
};

/// Computes the results of a plan. `last` supplies the numbers if `document` cannot be estimated.
PlanResults computeResults(const PlanDocument& document, const PlanResults& last);

}  // namespace zp
