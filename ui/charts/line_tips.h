// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/line_chart_data.h"

namespace zp {

/// Every line at one column, as a table.
QString columnTip(const LineChartData& data, int column);
/// The same in one sentence, for screen readers.
QString columnWords(const LineChartData& data, int column);

}  // namespace zp
