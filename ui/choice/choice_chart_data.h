// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "ui/charts/scatter_chart_data.h"
#include "ui/choice/choice_picture.h"
#include "ui/model/plan_results.h"

namespace zp {

/// Returns the chart of memory per GPU against tokens per second: one point per candidate, indexed as in the
/// picture. `plan_name` is shown on exported pictures, and is "" on screen.
ScatterChartData choiceChartData(const PlanResults& results,
                                 const std::shared_ptr<const ChoicePicture>& picture,
                                 const Requirements& requirements, const QString& plan_name);

}  // namespace zp
