// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/scatter_chart.h"

#include <QMouseEvent>
#include <algorithm>
#include <limits>

#include "ui/charts/scatter_plot.h"

namespace zp {
namespace {

constexpr double reach = 5;  // pixels around a grip that also react to the mouse
constexpr double no_limit = std::numeric_limits<double>::infinity();

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
QRectF ScatterChart::yGrip() const { return plot_->yGrip(); }

std::vector<QRectF> ScatterChart::wordRects() const {
  std::vector<QRectF> all = {plot_->presentRect(), plot_->bestRect(), plot_->capacityRect(),
                             plot_->beyondRect(),  plot_->mostRect(), plot_->yRect(),
                             plot_->levelRect()};
  std::erase_if(all, [](const QRectF& rect) { return rect.isEmpty(); });
  return all;
}

ScatterChart::Grip ScatterChart::gripAt(QPointF pos) const {
  const auto holds = [&](const QRectF& grip) {
    return !grip.isEmpty() && grip.adjusted(-reach, -reach, reach, reach).contains(pos);
  };
  if (holds(mostGrip())) return Grip::most_x;
  return holds(yGrip()) ? Grip::y_limit : Grip::none;
}

/// Sets the limits; a limit that excludes nothing is removed.
void ScatterChart::move(double most_x, double y_limit) {
  const ScatterChartData& shown = data();
  const double all_x = shown.is_logarithmic ? plot_->upperX() : shown.capacity;
  const double least_x = shown.is_logarithmic ? shown.lower_x : plot_->xFrom(0, 1);
  const double most = most_x >= all_x ? 0 : std::max(most_x, least_x);
  const bool excludes_none = shown.y_is_most ? y_limit >= plot_->upperY() : y_limit <= 0;
  const double limit = excludes_none ? 0 : y_limit;
  if (most == shown.most_x.at && limit == shown.y_limit.at) return;
  plot_->moveLimits(most, limit);
  refresh();
  emit limitsMoved(most, limit);
}

void ScatterChart::drag(QPointF pos) {
  const QPointF value = plot_->valueAt(pos);
  move(dragged_ == Grip::most_x ? value.x() : plot_->mostX(),
       dragged_ == Grip::y_limit ? value.y() : plot_->limitOfY());
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
    case Grip::y_limit:
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
  if (grip == Grip::none) {
    const int point = plot_->itemAt(event->position());
    return point >= 0 ? emit doubleActivated(point) : Chart::mouseDoubleClickEvent(event);
  }
  move(grip == Grip::most_x ? no_limit : plot_->mostX(),
       grip == Grip::y_limit ? noLimitOfY() : plot_->limitOfY());
}

double ScatterChart::noLimitOfY() const { return data().y_is_most ? no_limit : 0; }

void ScatterChart::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_P && focusedItem() >= 0) {
    emit markRequested(focusedItem());
    return;
  }
  const bool is_return = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (is_return && focusedItem() >= 0) {
    emit activated(focusedItem(), -1);
    emit doubleActivated(focusedItem());
    return;
  }
  if (event->modifiers() != Qt::ShiftModifier || !data().has_limits) return Chart::keyPressEvent(event);
  const double most = plot_->mostX(), limit = plot_->limitOfY();
  switch (event->key()) {
    case Qt::Key_Left:
      return move(plot_->xFrom(most, -1), limit);
    case Qt::Key_Right:
      return move(plot_->xFrom(most, 1), limit);
    case Qt::Key_Up:
      return move(most, plot_->yFrom(limit, 1));
    case Qt::Key_Down:
      return move(most, plot_->yFrom(limit, -1));
    case Qt::Key_Home:
      return move(no_limit, noLimitOfY());
    default:
      return Chart::keyPressEvent(event);
  }
}

}  // namespace zp
