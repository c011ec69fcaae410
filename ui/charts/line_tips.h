// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/line_chart_data.h"

namespace zp {

/// Returns a table of every line at one column.
QString columnTip(const LineChartData& data, int column);
/// Returns the same in one sentence, for screen readers.
QString columnWords(const LineChartData& data, int column);

}  // namespace zp
