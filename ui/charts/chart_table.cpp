// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_table.h"

#include <QObject>
#include <cmath>

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int data_digits = 6;  // significant digits of exported figures

QString figureText(double value) {
  return std::isfinite(value) ? QString::number(value, 'g', data_digits) : QString();
}

QString plainCellText(QString text) { return text.simplified(); }

QString csvCell(const QString& text) {
  if (!text.contains(u',') && !text.contains(u'"')) return text;
  return u'"' + QString(text).replace(u'"', u"\"\""_s) + u'"';
}

template <class Cell>
QString linesOf(const ChartTable& table, QChar separator, const Cell& cell) {
  QString text;
  for (const QStringList& row : table) {
    QStringList cells;
    for (const QString& each : row)
      cells << cell(plainCellText(each));
    text += cells.join(separator) + u'\n';
  }
  return text;
}

}  // namespace

ChartTable chartTable(const BarChartData& bars) {
  ChartTable table;
  QStringList header{bars.axis_title};
  for (const BarSeries& series : bars.series)
    header << series.name;
  table << (header << QObject::tr("Total") << QObject::tr("Low") << QObject::tr("High"));
  for (const BarRow& row : bars.rows) {
    QStringList cells{row.label};
    for (const BarPart& part : row.parts)
      cells << figureText(part.value);
    const bool has_range = row.high > row.low;
    cells << figureText(row.total()) << (has_range ? figureText(row.low) : QString())
          << (has_range ? figureText(row.high) : QString());
    table << cells;
  }
  return table;
}

ChartTable chartTable(const LineChartData& lines) {
  ChartTable table;
  QStringList header{lines.x.title};
  for (const LineSeries& series : lines.series)
    header << series.name + (lines.y.title.isEmpty() ? QString() : u" ("_s + lines.y.title + u')');
  table << header;
  for (std::size_t column = 0; column < lines.columns.size(); ++column) {
    QStringList cells{figureText(lines.columns[column].x)};
    for (const LineSeries& series : lines.series)
      cells << figureText(series.points[column].y);
    table << cells;
  }
  return table;
}

ChartTable chartTable(const ScatterChartData& points) {
  ChartTable table;
  table << QStringList{points.x_title, points.y_title, QObject::tr("Point")};
  for (int i = 0; i < static_cast<int>(points.points.size()); ++i) {
    const ScatterPoint& point = points.points[static_cast<std::size_t>(i)];
    table << QStringList{figureText(point.x), figureText(point.y),
                         points.words ? points.words(i) : QString()};
  }
  return table;
}

ChartTable chartTable(const FlameChartData& flame) {
  ChartTable table;
  table << QStringList{QObject::tr("Part"), QObject::tr("Part of"), flame.value_title};
  for (const FlameNode& node : flame.nodes)
    table << QStringList{
        node.name, node.parent < 0 ? QString() : flame.nodes[static_cast<std::size_t>(node.parent)].name,
        figureText(node.value)};
  return table;
}

QString tsvOf(const ChartTable& table) {
  return linesOf(table, u'\t', [](const QString& text) -> QString { return text; });
}

QString csvOf(const ChartTable& table) { return linesOf(table, u',', csvCell); }

}  // namespace zp
