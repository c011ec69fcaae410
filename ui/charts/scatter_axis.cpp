// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/scatter_axis.h"

#include <algorithm>
#include <cmath>

#include "core/units/format.h"
#include "ui/charts/axis_scale.h"
#include "ui/qcp.h"

namespace zp {
namespace {

constexpr int most_ticks = 7;
constexpr double steps_per_tick = 5;  // of the keys
constexpr double log_step = 1.1;      // factor of one step of the keys

}  // namespace

ScatterAxis ScatterAxis::linear(double upper) {
  const AxisScale scale = axisScale(upper, most_ticks);
  ScatterAxis axis;
  axis.upper_ = scale.upper;
  axis.step_ = scale.step / steps_per_tick;
  axis.ticks_.clear();
  for (int i = 0; i * scale.step <= scale.upper * 1.001; ++i) {
    axis.ticks_.push_back(i * scale.step);
    axis.labels_ << QString::fromStdString(format_number(axis.ticks_.back()));
  }
  return axis;
}

ScatterAxis ScatterAxis::logarithmic(double lower, double upper, const std::function<QString(double)>& text) {
  const LogScale scale = logScale(lower, upper);
  ScatterAxis axis;
  axis.is_logarithmic_ = true;
  axis.lower_ = scale.low;
  axis.upper_ = scale.high;
  axis.ticks_ = scale.ticks;
  for (const double tick : scale.ticks)
    axis.labels_ << text(tick);
  return axis;
}

double ScatterAxis::shareOf(double value) const {
  if (!is_logarithmic_) return value / upper_;
  return std::log(std::max(value, 1e-300) / lower_) / std::log(upper_ / lower_);
}

double ScatterAxis::valueAt(double share) const {
  const double within = std::clamp(share, 0.0, 1.0);
  return is_logarithmic_ ? lower_ * std::pow(upper_ / lower_, within) : within * upper_;
}

double ScatterAxis::moved(double value, double steps) const {
  return is_logarithmic_ ? std::clamp(value * std::pow(log_step, steps), lower_, upper_)
                         : value + steps * step_;
}

void ScatterAxis::giveTo(QCPAxis& axis) const {
  const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
  for (std::size_t i = 0; i < ticks_.size(); ++i)
    ticker->addTick(shareOf(ticks_[i]), labels_.value(static_cast<qsizetype>(i)));
  axis.setTicker(ticker);
  axis.setRange(0, 1);
}

}  // namespace zp
