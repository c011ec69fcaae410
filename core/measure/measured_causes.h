// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/measure/measure.h"

/// Finds causes that explain why a measured figure differs from the prediction. Internal to measure/.
namespace zp {

/// Adds the causes of each difference, most likely first:
/// - a setting that the plan does not state, with the value that predicts the measurement, if the measurement
///   is far from the prediction;
/// - a part of the machine (links, copies to the host, host memory, drives) at the speed that predicts the
///   measured time, if the run was slower than its range.
void add_causes(const PlanDocument& document, std::span<const NamedLog> logs,
                std::vector<MeasuredDifference>& differences);

}  // namespace zp
