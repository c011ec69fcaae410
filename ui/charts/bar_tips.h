// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/bar_chart_data.h"

/// Tool tips of a bar chart: small rich-text tables. All data is escaped.
namespace zp {

/// Returns the tip of one segment: component, amount, share of the row's total, then the lines
/// of its details.
QString segmentTip(const BarChartData& data, int row, int series);

/// Returns the tip of a row: every part other than 0, and the total; the part of series `pointed`, if any, is
/// bold.
QString rowTip(const BarChartData& data, int row, int pointed = -1);

}  // namespace zp
