// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_words.h"
#include "ui/model/plan_results.h"

namespace zp {

/// What a chart of a plan's results says beside its figures. `plan_name`, where it is not "", names the plan
/// in the title of exported pictures.
void setWords(ChartWords& words, const PlanResults& results, const QString& title, const QString& note,
              const QString& plan_name);

/// "79.2 GiB usable": at the line of what a GPU has.
QString usableText(const PlanResults& results);

}  // namespace zp
