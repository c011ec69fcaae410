// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/report/reference_figures.h"
#include "ui/charts/bar_chart_data.h"
#include "ui/model/plan_results.h"

namespace zp {

/// Returns the plan as bars of one GPU: this program's with its range, then one per other estimator, in the
/// order of `figures`, each with its error on published runs. `plan_name` is shown on exported pictures.
BarChartData estimatorBars(const PlanResults& results, const std::vector<EstimatorFigures>& figures,
                           const QString& plan_name);

/// Returns the sentence that explains the errors next to the bars.
QString estimatorErrorWords();

}  // namespace zp
