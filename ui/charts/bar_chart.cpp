// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bar_chart.h"

#include <QGuiApplication>
#include <QStyle>
#include <algorithm>

#include "ui/charts/bar_plot.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

BarChart::BarChart(QWidget* parent) : BarChart(new BarPlot, parent) {}

BarChart::BarChart(BarPlot* plot, QWidget* parent) : Chart(plot, parent), plot_(plot) {
  way_.setStartValue(0.0);
  way_.setEndValue(1.0);
  way_.setEasingCurve(QEasingCurve::OutCubic);
  connect(&way_, &QVariantAnimation::valueChanged, this, [this](const QVariant& progress) {
    plot_->setProgress(progress.toDouble());
    redraw();
  });
}

int BarChart::motionTime() const {
  constexpr int longest = 120;
  if (!isVisible() || QGuiApplication::mouseButtons() != Qt::NoButton) return 0;
  if (motion_) return *motion_;
  if (QGuiApplication::platformName() == "offscreen"_L1) return 0;
  return std::min(style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this), longest);
}

void BarChart::setBars(const BarChartData& bars) {
  const bool is_moving = way_.state() == QAbstractAnimation::Running;
  const int time = motionTime();
  const bool moves = !is_moving && time > 0 && plot_->differsInLength(bars);
  way_.stop();
  plot_->setData(bars);
  if (moves) {
    plot_->setProgress(0);
    way_.setDuration(time);
    way_.start();
  }
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
