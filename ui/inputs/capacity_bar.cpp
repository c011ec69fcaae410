// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/capacity_bar.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

namespace zp {
namespace {

constexpr int bar_height = 6;
constexpr int widget_height = 12;  // the frame of a range is taller than the bar
constexpr double hatch_distance = 5;

}  // namespace

CapacityBar::CapacityBar(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void CapacityBar::setAmounts(double used, double capacity, Verdict verdict) {
  used_ = used;
  capacity_ = capacity;
  verdict_ = verdict;
  update();
}

void CapacityBar::setRange(double low, double high) {
  low_ = low;
  high_ = high;
  update();
}

QSize CapacityBar::sizeHint() const { return {120, widget_height}; }
QSize CapacityBar::minimumSizeHint() const { return {40, widget_height}; }

void CapacityBar::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& c = themeColors();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF track(0, (height() - bar_height) / 2.0, width(), bar_height);
  QPainterPath shape;
  shape.addRoundedRect(track, bar_height / 2.0, bar_height / 2.0);
  painter.fillPath(shape, blend(c.muted, c.panel, 0.25));
  if (capacity_ <= 0 || used_ <= 0) return;

  const bool has_range = high_ > low_;
  const double scale = track.width() / std::max({used_, capacity_, has_range ? high_ : 0});
  const double end = capacity_ * scale;
  const bool enough = verdict_ != Verdict::tight && verdict_ != Verdict::over;
  painter.save();
  painter.setClipPath(shape);
  painter.fillRect(QRectF(0, track.top(), std::max(2.0, used_ * scale), track.height()),
                   enough ? c.accent : c.state(verdict_));
  if (used_ > capacity_) {
    painter.setPen(QPen(c.panel, 1.5));
    for (double x = end; x < track.width() + bar_height; x += hatch_distance)
      painter.drawLine(QPointF(x, track.bottom()), QPointF(x + bar_height, track.top()));
  }
  painter.restore();
  if (end < track.width() - 1) painter.fillRect(QRectF(end - 1, 0, 2, height()), c.text);
  if (!has_range) return;
  painter.setPen(QPen(c.text, 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(
      QRectF(low_ * scale, 0, (high_ - low_) * scale, height()).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
}

}  // namespace zp
