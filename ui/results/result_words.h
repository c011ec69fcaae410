// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_words.h"
#include "ui/model/plan_results.h"

namespace zp {

/// Sets the texts of a chart of a plan's results. `plan_name`, unless it is "", names the plan in the title
/// of exported pictures.
void setWords(ChartWords& words, const PlanResults& results, const QString& title, const QString& note,
              const QString& plan_name);

/// Returns the label at the line of a GPU's usable memory: "79.2 GiB usable".
QString usableText(const PlanResults& results);

}  // namespace zp
