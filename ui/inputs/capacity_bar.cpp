// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/capacity_bar.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

namespace zp {
namespace {

constexpr int bar_height = 6;
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

QSize CapacityBar::sizeHint() const { return {120, bar_height}; }
QSize CapacityBar::minimumSizeHint() const { return {40, bar_height}; }

void CapacityBar::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& c = themeColors();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF track = QRectF(rect());
  QPainterPath shape;
  shape.addRoundedRect(track, bar_height / 2.0, bar_height / 2.0);
  painter.fillPath(shape, blend(c.muted, c.panel, 0.25));
  if (capacity_ <= 0 || used_ <= 0) return;

  painter.setClipPath(shape);
  const bool enough = verdict_ != Verdict::tight && verdict_ != Verdict::over;
  const QColor fill = enough ? c.accent : c.state(verdict_);
  const double scale = track.width() / std::max(used_, capacity_);
  painter.fillRect(QRectF(0, 0, std::max(2.0, used_ * scale), track.height()), fill);
  if (used_ <= capacity_) return;
  const double end = capacity_ * scale;
  painter.setPen(QPen(c.panel, 1.5));
  for (double x = end; x < track.width() + bar_height; x += hatch_distance)
    painter.drawLine(QPointF(x, track.height()), QPointF(x + bar_height, 0));
  painter.fillRect(QRectF(end - 1, 0, 2, track.height()), c.text);
}

}  // namespace zp
