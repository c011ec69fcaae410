// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/evaluate/evaluate.h"

namespace zp {

/// Everything the views show: the estimate of the last plan that could be estimated, and the findings about
/// the plan as it stands now. Replaced as a whole.
struct PlanResults {
  Evaluation evaluation;  ///< the answer about the plan, or about the last one that could be estimated
  /// False until a plan could be estimated since one was opened: then there is nothing to show or export.
  bool has_numbers = false;
  std::vector<Finding> issues;  ///< findings about the plan as it stands now, worst first
  /// True if the plan as it stands now cannot be estimated: everything but the issues belongs to
  /// an earlier one.
  bool stale = false;
  double milliseconds = 0;  ///< time that the computation took
};

/// Computes the results of a plan. `last` supplies the numbers if `document` cannot be estimated.
PlanResults computeResults(const PlanDocument& document, const PlanResults& last);

}  // namespace zp
