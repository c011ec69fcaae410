// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/evaluate/evaluate.h"

namespace zp {

/// Everything the views show: the answer about the last plan that could be estimated, and what is said of the
/// plan as it stands now. Replaced as a whole.
struct PlanResults : Evaluation {
  /// False until some plan could be estimated since one was opened: then there is nothing to show or export.
  bool has_numbers = false;
  std::vector<Finding> issues;  ///< of the plan as it stands now, worst first
  /// The plan as it stands now cannot be estimated: everything but the issues is of an earlier one.
  bool stale = false;
  double milliseconds = 0;  ///< what computing it took
};

/// What a plan amounts to. `last` gives the numbers where `document` has none.
PlanResults computeResults(const PlanDocument& document, const PlanResults& last);

}  // namespace zp
