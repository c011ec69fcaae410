// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/scatter_chart.h"

#include <QMouseEvent>
#include <algorithm>

#include "ui/charts/scatter_plot.h"

namespace zp {
namespace {

constexpr double reach = 5;           // pixels around a grip that belong to it
constexpr double steps_per_tick = 5;  // steps of the keys

}  // namespace

ScatterChart::ScatterChart(QWidget* parent) : ScatterChart(new ScatterPlot, parent) {}

ScatterChart::ScatterChart(ScatterPlot* plot, QWidget* parent) : Chart(plot, parent), plot_(plot) {}

void ScatterChart::setData(const ScatterChartData& points) {
  plot_->setData(points);
  refresh();
}

const ScatterChartData& ScatterChart::data() const { return plot_->data(); }
void ScatterChart::pointAt(int point) { setHovered(point); }
QPointF ScatterChart::placeOf(int point) const {
  return plot_->placeOf(plot_->data().points[static_cast<std::size_t>(point)]);
}
QRectF ScatterChart::plotRect() const { return plot_->plotRect(); }
QRectF ScatterChart::mostGrip() const { return plot_->mostGrip(); }
QRectF ScatterChart::leastGrip() const { return plot_->leastGrip(); }

std::vector<QRectF> ScatterChart::wordRects() const {
  std::vector<QRectF> all = {plot_->presentRect(), plot_->bestRect(), plot_->capacityRect(),
                             plot_->beyondRect(),  plot_->mostRect(), plot_->leastRect()};
  std::erase_if(all, [](const QRectF& rect) { return rect.isEmpty(); });
  return all;
}

ScatterChart::Grip ScatterChart::gripAt(QPointF pos) const {
  const auto holds = [&](const QRectF& grip) {
    return !grip.isEmpty() && grip.adjusted(-reach, -reach, reach, reach).contains(pos);
  };
  if (holds(mostGrip())) return Grip::most_x;
  return holds(leastGrip()) ? Grip::least_y : Grip::none;
}

/// Sets the limits; one that excludes nothing becomes none.
void ScatterChart::move(double most_x, double least_y) {
  const ScatterChartData& shown = data();
  const double most = most_x >= shown.capacity ? 0 : std::max(most_x, plot_->xStep() / steps_per_tick);
  const double least = std::max(least_y, 0.0);
  if (most == shown.most_x.at && least == shown.least_y.at) return;
  plot_->moveLimits(most, least);
  refresh();
  emit limitsMoved(most, least);
}

void ScatterChart::drag(QPointF pos) {
  const QPointF value = plot_->valueAt(pos);
  const double most = data().most_x.at > 0 ? data().most_x.at : data().capacity;
  move(dragged_ == Grip::most_x ? value.x() : most,
       dragged_ == Grip::least_y ? value.y() : data().least_y.at);
}

void ScatterChart::mousePressEvent(QMouseEvent* event) {
  dragged_ = event->button() == Qt::LeftButton ? gripAt(event->position()) : Grip::none;
  if (dragged_ != Grip::none) return;
  const bool marks = event->button() == Qt::LeftButton && event->modifiers() == Qt::ControlModifier;
  if (!marks) return Chart::mousePressEvent(event);
  if (const int point = plot_->itemAt(event->position()); point >= 0) emit markRequested(point);
}

void ScatterChart::mouseMoveEvent(QMouseEvent* event) {
  if (dragged_ != Grip::none) return drag(event->position());
  Chart::mouseMoveEvent(event);
  switch (gripAt(event->position())) {
    case Grip::most_x:
      return setCursor(Qt::SizeHorCursor);
    case Grip::least_y:
      return setCursor(Qt::SizeVerCursor);
    case Grip::none:
      break;
  }
}

void ScatterChart::mouseReleaseEvent(QMouseEvent* event) {
  dragged_ = Grip::none;
  Chart::mouseReleaseEvent(event);
}

void ScatterChart::mouseDoubleClickEvent(QMouseEvent* event) {
  const Grip grip = gripAt(event->position());
  if (grip == Grip::none) return Chart::mouseDoubleClickEvent(event);
  const double most = data().most_x.at > 0 ? data().most_x.at : data().capacity;
  move(grip == Grip::most_x ? data().capacity : most, grip == Grip::least_y ? 0 : data().least_y.at);
}

void ScatterChart::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_P && focusedItem() >= 0) {
    emit markRequested(focusedItem());
    return;
  }
  if (event->modifiers() != Qt::ShiftModifier) return Chart::keyPressEvent(event);
  const double most = data().most_x.at > 0 ? data().most_x.at : data().capacity;
  const double least = data().least_y.at;
  switch (event->key()) {
    case Qt::Key_Left:
      return move(most - plot_->xStep() / steps_per_tick, least);
    case Qt::Key_Right:
      return move(most + plot_->xStep() / steps_per_tick, least);
    case Qt::Key_Up:
      return move(most, least + plot_->yStep() / steps_per_tick);
    case Qt::Key_Down:
      return move(most, least - plot_->yStep() / steps_per_tick);
    case Qt::Key_Home:
      return move(data().capacity, 0);
    default:
      return Chart::keyPressEvent(event);
  }
}

}  // namespace zp
