// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bar_chart.h"

#include "ui/charts/bar_plot.h"

namespace zp {

BarChart::BarChart(QWidget* parent) : BarChart(new BarPlot, parent) {}

BarChart::BarChart(BarPlot* plot, QWidget* parent) : Chart(plot, parent), plot_(plot) {}

void BarChart::setBars(const BarChartData& bars) {
  plot_->setData(bars);
  refresh();
}

void BarChart::setLit(int row, const std::vector<double>& values) {
  plot_->setLit(row, values);
  redraw();
}

QRectF BarChart::litRect(int series) const { return plot_->litRect(series); }
const BarChartData& BarChart::bars() const { return plot_->data(); }
QRectF BarChart::labelRect(int row) const { return plot_->labelRect(row); }
QRectF BarChart::totalRect(int row) const { return plot_->totalRect(row); }

}  // namespace zp
