// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_zoom.h"

#include <QApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QRubberBand>
#include <QToolButton>
#include <QWheelEvent>
#include <cmath>

#include "ui/charts/chart.h"
#include "ui/charts/plot.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double zoom_step = 1.5;      // per key press, or per notch of the wheel
constexpr double wheel_notch = 120;    // eighths of a degree
constexpr double moved_a_notch = 0.1;  // share of the shown range
constexpr double least_band = 4;       // pixels; anything shorter counts as a click
constexpr int button_gap = 4;

}  // namespace

ChartZoom::ChartZoom(Chart& chart, Plot& plot) : QObject(&chart), chart_(chart), plot_(plot) {}

bool ChartZoom::turnWheel(const QWheelEvent& event) {
  const double notches = (event.angleDelta().y() + event.angleDelta().x()) / wheel_notch;
  if (!plot_.canZoom() || notches == 0) return false;
  if (event.modifiers().testFlag(Qt::ControlModifier)) {
    zoom(event.position(), std::pow(zoom_step, notches));
    return true;
  }
  if (!plot_.isZoomed()) return false;
  const bool shift = event.modifiers().testFlag(Qt::ShiftModifier);
  const bool down = !plot_.wholeSpan(Qt::Horizontal) || (shift && plot_.wholeSpan(Qt::Vertical));
  if (!plot_.moveBy(down ? Qt::Vertical : Qt::Horizontal, notches * (down ? moved_a_notch : -moved_a_notch)))
    return false;
  emit changed();
  return true;
}

bool ChartZoom::press(const QMouseEvent& event, bool chooses) {
  from_.reset();
  const bool is_meant = !chooses || event.modifiers() == Qt::ShiftModifier;
  if (event.button() != Qt::LeftButton || !plot_.canZoom() || !is_meant ||
      !plot_.plotRect().contains(event.position()))
    return false;
  from_ = to_ = event.position();
  return true;
}

QRectF ChartZoom::band() const {
  const QRectF plot = plot_.plotRect();
  QRectF rect = QRectF(*from_, to_).normalized() & plot;
  if (!plot_.wholeSpan(Qt::Horizontal)) {
    rect.setLeft(plot.left());
    rect.setRight(plot.right());
  }
  if (!plot_.wholeSpan(Qt::Vertical)) {
    rect.setTop(plot.top());
    rect.setBottom(plot.bottom());
  }
  return rect;
}

bool ChartZoom::drag(const QMouseEvent& event) {
  if (!from_) return false;
  to_ = event.position();
  if ((to_ - *from_).manhattanLength() < QApplication::startDragDistance()) return true;
  if (rubber_ == nullptr) {
    rubber_ = new QRubberBand(QRubberBand::Rectangle, &chart_);
    rubber_->setObjectName(u"zoomBand"_s);
  }
  rubber_->setGeometry(band().toAlignedRect());
  rubber_->show();
  return true;
}

bool ChartZoom::release() {
  if (!from_) return false;
  const QRectF rect = band();
  const bool is_drawn = rubber_ != nullptr && rubber_->isVisible();
  from_.reset();
  if (rubber_ != nullptr) rubber_->hide();
  if (!is_drawn || rect.width() < least_band || rect.height() < least_band) return true;
  plot_.zoomTo(rect);
  emit changed();
  return true;
}

bool ChartZoom::doubleClick(const QMouseEvent& event, bool chooses) {
  if (event.button() != Qt::LeftButton || chooses || !plot_.isZoomed()) return false;
  showAll();
  return true;
}

bool ChartZoom::pressKey(const QKeyEvent& event, const QRectF& focus) {
  if (!plot_.canZoom() || (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != 0) return false;
  const QRectF plot = plot_.plotRect();
  const QPointF at = !focus.isEmpty() && plot.contains(focus.center()) ? focus.center() : plot.center();
  switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoom(at, zoom_step);
      return true;
    case Qt::Key_Minus:
      zoom(at, 1 / zoom_step);
      return true;
    case Qt::Key_0:
      showAll();
      return true;
    case Qt::Key_Escape:
      if (!from_) return false;
      from_.reset();
      if (rubber_ != nullptr) rubber_->hide();
      return true;
    default:
      return false;
  }
}

void ChartZoom::addTo(QMenu& menu, QPointF pos) {
  if (!plot_.canZoom()) return;
  const QPointF at = plot_.plotRect().contains(pos) ? pos : plot_.plotRect().center();
  const auto add = [&](const QString& name, const QString& text, const QString& keys, auto&& run) {
    QAction* action = menu.addAction(text + u'\t' + keys);
    action->setObjectName(name);
    connect(action, &QAction::triggered, this, run);
    return action;
  };
  add(u"zoomIn"_s, tr("Zoom in"), u"+"_s, [this, at] { zoom(at, zoom_step); });
  const bool is_zoomed = plot_.isZoomed();
  add(u"zoomOut"_s, tr("Zoom out"), u"−"_s, [this, at] { zoom(at, 1 / zoom_step); })->setEnabled(is_zoomed);
  add(u"showAll"_s, tr("Show all"), u"0"_s, [this] { showAll(); })->setEnabled(is_zoomed);
  menu.addSeparator();
}

void ChartZoom::zoom(QPointF pos, double factor) {
  if (plot_.zoomAt(pos, factor)) emit changed();
}

void ChartZoom::showAll() {
  if (!plot_.isZoomed()) return;
  plot_.showAll();
  emit changed();
}

void ChartZoom::place() {
  if (!plot_.isZoomed()) {
    if (all_ != nullptr) all_->hide();
    return;
  }
  if (all_ == nullptr) {
    all_ = new QToolButton(&chart_);
    all_->setObjectName(u"zoomAll"_s);
    all_->setText(tr("Show all"));
    all_->setToolTip(tr("Show the whole axes again (0, or a double click on empty space)"));
    all_->setFocusPolicy(Qt::NoFocus);  // the chart's key 0 has the same effect
    connect(all_, &QToolButton::clicked, this, &ChartZoom::showAll);
  }
  all_->resize(all_->sizeHint().width(), chart_.fontMetrics().height() + button_gap);
  // Next to the title of the horizontal axis, where there is free space; without a title, in the plot's
  // corner.
  const QPoint corner = plot_.wholeSpan(Qt::Horizontal)
                            ? chart_.rect().bottomRight() - QPoint(all_->width(), all_->height())
                            : plot_.plotRect().topRight().toPoint() + QPoint(-all_->width(), button_gap);
  all_->move(corner - QPoint(button_gap, 0));
  all_->show();
}

}  // namespace zp
