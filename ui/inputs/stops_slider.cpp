// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/stops_slider.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/inputs/field_frame.h"
#include "ui/theme/theme.h"

namespace zp {
namespace {

constexpr int raw_per_stop = 120;  // QSlider counts in whole numbers; this is finer than a pixel
constexpr double handle_radius = 6.5;
constexpr double side_margin = 9;  // room for handle and focus ring at the ends
constexpr int page_stops = 3;
constexpr int wheel_notch = 120;
constexpr double least_tick_distance = 5;

}  // namespace

StopsSlider::StopsSlider(Stops stops, QWidget* parent)
    : QSlider(Qt::Horizontal, parent), stops_(std::move(stops)), exact_(stops_.first()) {
  setRange(0, (stops_.count() - 1) * raw_per_stop);
  setSingleStep(raw_per_stop);
  setPageStep(page_stops * raw_per_stop);
  setFocusPolicy(Qt::ClickFocus);  // Tab goes to the number next to it, which handles the same keys
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(this, &QSlider::valueChanged, this, &StopsSlider::takeRawValue);
}

void StopsSlider::setExactValue(double value) {
  if (value == exact_) return;
  exact_ = value;
  const QSignalBlocker quiet(this);
  setValue(static_cast<int>(std::lround(stops_.position(value) * raw_per_stop)));
  update();
}

void StopsSlider::setMark(std::optional<double> value) {
  if (value == mark_) return;
  mark_ = value;
  update();
}

double StopsSlider::handleX(double value) const {
  const double part = stops_.position(value) / (stops_.count() - 1);
  return side_margin + part * (width() - 2 * side_margin);
}

QSize StopsSlider::sizeHint() const { return {120, field_height}; }
QSize StopsSlider::minimumSizeHint() const { return {72, field_height}; }

void StopsSlider::moveTo(double value) {
  if (value == exact_) return;
  setExactValue(value);
  emit exactValueEdited(value);
}

void StopsSlider::moveToX(double x, bool between_stops) {
  const double part = (x - side_margin) / std::max(1.0, width() - 2 * side_margin);
  const double position = std::clamp(part, 0.0, 1.0) * (stops_.count() - 1);
  moveTo(stops_.value(between_stops ? position : std::round(position)));
}

void StopsSlider::takeRawValue(int raw) {  // called for Home, End and assistive tools
  exact_ = stops_.value(static_cast<double>(raw) / raw_per_stop);
  emit exactValueEdited(exact_);
}

void StopsSlider::keyPressEvent(QKeyEvent* event) {
  int steps = 0;
  switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Up:
      steps = 1;
      break;
    case Qt::Key_Left:
    case Qt::Key_Down:
      steps = -1;
      break;
    case Qt::Key_PageUp:
      steps = page_stops;
      break;
    case Qt::Key_PageDown:
      steps = -page_stops;
      break;
    default:
      QSlider::keyPressEvent(event);
      return;
  }
  moveTo(stops_.step(exact_, steps));
  event->accept();
}

void StopsSlider::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  setSliderDown(true);
  emit pressStarted();
  moveToX(event->position().x(), event->modifiers().testFlag(Qt::ShiftModifier));
  event->accept();
}

void StopsSlider::mouseMoveEvent(QMouseEvent* event) {
  if (!isSliderDown()) return event->ignore();
  moveToX(event->position().x(), event->modifiers().testFlag(Qt::ShiftModifier));
  event->accept();
}

void StopsSlider::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !isSliderDown()) return event->ignore();
  setSliderDown(false);
  emit pressEnded();
  update();
  event->accept();
}

void StopsSlider::wheelEvent(QWheelEvent* event) {
  if (!hasFocus()) return event->ignore();
  wheel_rest_ += event->angleDelta().y() + event->angleDelta().x();
  const int notches = wheel_rest_ / wheel_notch;
  wheel_rest_ -= notches * wheel_notch;
  if (notches != 0) moveTo(stops_.step(exact_, notches));
  event->accept();
}

void StopsSlider::enterEvent(QEnterEvent* event) {
  QSlider::enterEvent(event);
  update();
}

void StopsSlider::leaveEvent(QEvent* event) {
  QSlider::leaveEvent(event);
  update();
}

void StopsSlider::paintTicks(QPainter& painter, double groove_y) const {
  const ThemeColors& c = themeColors();
  const double distance = (width() - 2 * side_margin) / (stops_.count() - 1);
  const int every = distance < least_tick_distance ? 2 : 1;
  painter.setPen(QPen(blend(c.muted, c.panel, isEnabled() ? 0.6 : 0.3), 1));
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (int i = 0; i < stops_.count(); i += every) {
    const double x = side_margin + i * distance;
    painter.drawLine(QPointF(x, groove_y + 7.5), QPointF(x, groove_y + 10.5));
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
}

void StopsSlider::setCliffs(const std::vector<Cliff>& cliffs) {
  if (cliffs == cliffs_) return;
  cliffs_ = cliffs;
  update();
}

void StopsSlider::paintCliff(QPainter& painter, const QRectF& groove, const Cliff& cliff) const {
  if (cliff.from < stops_.first() || cliff.from > stops_.last()) return;
  const ThemeColors& c = themeColors();
  const QColor& color = cliff.is_wall ? c.over : c.tight;
  const double at = handleX(cliff.from);
  painter.setBrush(blend(color, c.panel, 0.6));
  painter.drawRoundedRect(cliff.is_above ? QRectF(QPointF(at, groove.top()), groove.bottomRight())
                                         : QRectF(groove.topLeft(), QPointF(at, groove.bottom())),
                          2, 2);
  const double below = groove.bottom() + 3;
  painter.setBrush(color);
  painter.drawPolygon(
      QPolygonF{QPointF(at - 3.5, below + 6), QPointF(at + 3.5, below + 6), QPointF(at, below)});
}

void StopsSlider::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& c = themeColors();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double y = height() / 2.0 - 1.5;
  const double x = handleX(exact_);
  paintTicks(painter, y);

  const QRectF groove(side_margin - 2, y - 2, width() - 2 * side_margin + 4, 4);
  painter.setPen(Qt::NoPen);
  painter.setBrush(blend(c.muted, c.panel, isEnabled() ? 0.32 : 0.18));
  painter.drawRoundedRect(groove, 2, 2);
  painter.setBrush(isEnabled() ? c.accent : blend(c.muted, c.panel, 0.45));
  painter.drawRoundedRect(QRectF(groove.left(), groove.top(), x - groove.left(), 4), 2, 2);
  if (isEnabled())
    for (const Cliff& cliff : cliffs_)
      paintCliff(painter, groove, cliff);
  if (mark_) {
    painter.setBrush(c.text);
    const double at = handleX(*mark_);
    painter.drawPolygon(QPolygonF{QPointF(at - 3, y - 9), QPointF(at + 3, y - 9), QPointF(at, y - 4)});
  }
  if (hasFocus()) {
    painter.setBrush(blend(c.accent, c.panel, 0.35));
    painter.drawEllipse(QPointF(x, y), handle_radius + 2.5, handle_radius + 2.5);
  }
  const bool hot = isEnabled() && (isSliderDown() || underMouse() || hasFocus());
  const QColor edge = isEnabled() ? (hot ? c.accent : c.outline) : c.grid;
  painter.setPen(QPen(edge, hot ? 2 : 1.2));
  painter.setBrush(isSliderDown() ? c.accent : (c.dark ? blend(c.text, c.panel, 0.85) : c.panel));
  if (!isEnabled()) painter.setBrush(c.window);
  painter.drawEllipse(QPointF(x, y), handle_radius, handle_radius);
}

}  // namespace zp
