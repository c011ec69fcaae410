// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_words.h"
#include "ui/model/plan_results.h"

namespace zp {

/// Sets a chart's texts. `plan_name`, if not "", is shown in the title of exported pictures.
void setWords(ChartWords& words, const PlanResults& results, const QString& title, const QString& note,
              const QString& plan_name);

/// Returns the label of the line at a GPU's usable memory: "79.2 GiB usable".
QString usableText(const PlanResults& results);

}  // namespace zp
