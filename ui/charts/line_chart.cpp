// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/line_chart.h"

#include "ui/charts/line_plot.h"

namespace zp {

LineChart::LineChart(QWidget* parent) : LineChart(new LinePlot, parent) {}

LineChart::LineChart(LinePlot* plot, QWidget* parent) : Chart(plot, parent), plot_(plot) {}

void LineChart::setData(const LineChartData& lines) {
  plot_->setData(lines);
  refresh();
}

const LineChartData& LineChart::data() const { return plot_->data(); }
QPointF LineChart::pointAt(int series, int column) const { return plot_->pointAt(series, column); }
QRectF LineChart::plotRect() const { return plot_->plotRect(); }
QRectF LineChart::todayRect() const { return plot_->todayRect(); }
QRectF LineChart::limitRect() const { return plot_->limitRect(); }
QRectF LineChart::turningRect() const { return plot_->turningRect(); }
std::vector<QRectF> LineChart::usualRects() const { return plot_->usualRects(); }

}  // namespace zp
