// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/step_chart.h"

#include "ui/charts/step_plot.h"

namespace zp {

StepChart::StepChart(QWidget* parent) : StepChart(new StepPlot, parent) {}

StepChart::StepChart(StepPlot* plot, QWidget* parent) : Chart(plot, parent), plot_(plot) {
  setAccessibleName(tr("Memory per GPU over one training step"));
}

void StepChart::setData(const StepChartData& step) {
  plot_->setData(step);
  refresh();
}

const StepChartData& StepChart::data() const { return plot_->data(); }
QRectF StepChart::labelRect(int moment) const { return plot_->labelRect(moment); }
QRectF StepChart::peakRect() const { return plot_->peakRect(); }
QRectF StepChart::limitRect() const { return plot_->limitRect(); }

}  // namespace zp
