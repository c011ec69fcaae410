// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStringList>

#include "ui/charts/bar_chart_data.h"
#include "ui/charts/flame_chart_data.h"
#include "ui/charts/line_chart_data.h"
#include "ui/charts/scatter_chart_data.h"

/// The figures of a chart as a table, a header before its rows, for spreadsheets.
namespace zp {

using ChartTable = QList<QStringList>;

/// These return the table of each kind of chart.
ChartTable chartTable(const BarChartData& bars);
ChartTable chartTable(const LineChartData& lines);
ChartTable chartTable(const ScatterChartData& points);
ChartTable chartTable(const FlameChartData& flame);

/// Returns the table with cells separated by tabs, as spreadsheets take it from the clipboard.
QString tsvOf(const ChartTable& table);
/// Returns the table as a CSV file (RFC 4180, with line feeds).
QString csvOf(const ChartTable& table);

}  // namespace zp
