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

namespace {

QString plainText(double value) { return QString::fromStdString(format_number(value)); }

}  // namespace

ScatterAxis ScatterAxis::linear(double upper) {
  const AxisScale scale = axisScale(upper, most_ticks);
  ScatterAxis axis;
  axis.upper_ = scale.upper;
  axis.step_ = scale.step / steps_per_tick;
  axis.ticks_.clear();
  for (int i = 0; i * scale.step <= scale.upper * 1.001; ++i) {
    axis.ticks_.push_back(i * scale.step);
    axis.labels_ << plainText(axis.ticks_.back());
  }
  axis.text_ = plainText;
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
  axis.text_ = text;
  return axis;
}

ScatterAxis ScatterAxis::part(const AxisSpan& span) const {
  ScatterAxis axis = *this;
  if (span == this->span()) return axis;
  axis.lower_ = span.low;
  axis.upper_ = span.high;
  axis.ticks_.clear();
  axis.labels_.clear();
  const double step = axisScale(span.high - span.low, most_ticks).step;
  if (is_logarithmic_)
    axis.ticks_ = ticksWithin(span.low, span.high);
  else
    for (double number = std::ceil(span.low / step - 1e-9); number * step <= span.high + step * 1e-9;
         ++number)
      axis.ticks_.push_back(number * step);
  for (const double tick : axis.ticks_)
    axis.labels_ << axis.text_(tick);
  return axis;
}

double ScatterAxis::shareOf(double value) const { return span().shareOf(value); }

double ScatterAxis::valueAt(double share) const { return span().valueAt(std::clamp(share, 0.0, 1.0)); }

double ScatterAxis::moved(double value, double steps) const {
  return is_logarithmic_ ? std::clamp(value * std::pow(log_step, steps), lower_, upper_)
                         : value + steps * step_;
}

void ScatterAxis::configureAxis(QCPAxis& axis) const {
  const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
  for (std::size_t i = 0; i < ticks_.size(); ++i)
    ticker->addTick(shareOf(ticks_[i]), labels_.value(static_cast<qsizetype>(i)));
  axis.setTicker(ticker);
  axis.setRange(0, 1);
}

}  // namespace zp
