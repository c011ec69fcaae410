// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "ui/charts/plot.h"

/// The part of a plot's axes that is shown.
namespace zp {
namespace {

constexpr std::array<Qt::Orientation, 2> both_axes = {Qt::Horizontal, Qt::Vertical};

}  // namespace

AxisSpan Plot::shownSpan(Qt::Orientation axis) const {
  const AxisSpan whole = wholeSpan(axis).value_or(AxisSpan());
  const std::optional<AxisSpan>& zoom = zoomOf(axis);
  return zoom ? partOf(*zoom, whole, 0, 1) : whole;
}

bool Plot::canZoom() const {
  return std::ranges::any_of(both_axes, [this](Qt::Orientation axis) { return wholeSpan(axis).has_value(); });
}

bool Plot::isZoomed() const {
  return std::ranges::any_of(both_axes, [this](Qt::Orientation axis) { return zoomOf(axis).has_value(); });
}

/// Shows the part of an axis between two shares of the shown range; returns false if nothing changes.
bool Plot::showPart(Qt::Orientation axis, double from, double to) {
  const std::optional<AxisSpan> whole = wholeSpan(axis);
  if (!whole) return false;
  const AxisSpan before = shownSpan(axis);
  const AxisSpan after = partOf(before, *whole, from, to);
  if (after == before) return false;
  if (after == *whole)
    zoomOf(axis).reset();
  else
    zoomOf(axis) = after;
  return true;
}

bool Plot::zoomAt(QPointF pos, double factor) {
  const QRectF plot = plotRect();
  const double x = std::clamp((pos.x() - plot.left()) / plot.width(), 0.0, 1.0);
  const double y = std::clamp((plot.bottom() - pos.y()) / plot.height(), 0.0, 1.0);
  const bool across = showPart(Qt::Horizontal, x - x / factor, x + (1 - x) / factor);
  const bool down = showPart(Qt::Vertical, y - y / factor, y + (1 - y) / factor);
  if (across || down) arrange(size_);
  return across || down;
}

void Plot::zoomTo(const QRectF& rect) {
  const QRectF plot = plotRect();
  showPart(Qt::Horizontal, (rect.left() - plot.left()) / plot.width(),
           (rect.right() - plot.left()) / plot.width());
  showPart(Qt::Vertical, (plot.bottom() - rect.bottom()) / plot.height(),
           (plot.bottom() - rect.top()) / plot.height());
  arrange(size_);
}

bool Plot::moveBy(Qt::Orientation axis, double share) {
  const AxisSpan before = shownSpan(axis);
  if (!zoomOf(axis) || !showPart(axis, share, 1 + share)) return false;
  // At the end of the axis, only rounding differs.
  const double moved = shownSpan(axis).shareOf(before.low);
  if (std::abs(moved) < 1e-6) return false;
  arrange(size_);
  return true;
}

void Plot::showAll() {
  for (const Qt::Orientation axis : both_axes)
    zoomOf(axis).reset();
  arrange(size_);
}

bool Plot::scrollIntoView(QPointF pos) {
  const QRectF plot = plotRect();
  const auto beyond = [](double at, double low, double high) {
    return at >= low && at <= high ? 0 : (at - (low + high) / 2) / (high - low);
  };
  const bool across = moveBy(Qt::Horizontal, beyond(pos.x(), plot.left(), plot.right()));
  const bool down = moveBy(Qt::Vertical, -beyond(pos.y(), plot.top(), plot.bottom()));
  return across || down;
}

}  // namespace zp
