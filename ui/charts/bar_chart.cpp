// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bar_chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWindow>
#include <algorithm>

#include "ui/charts/bar_plot.h"
#include "ui/charts/bar_tips.h"
#include "ui/charts/chart_picture.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

BarChart::BarChart(QWidget* parent) : Chart(parent), plot_(new BarPlot(this)) {
  plot_->setAttribute(Qt::WA_TransparentForMouseEvents);  // one widget, this one, has the behaviour
  plot_->setFocusPolicy(Qt::NoFocus);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

BarChart::~BarChart() = default;

void BarChart::setBars(const BarChartData& bars) {
  data_ = bars;
  cursor_ = -1;
  for (std::size_t i = 0; i < data_.rows.size(); ++i)
    if (data_.rows[i].selected) cursor_ = static_cast<int>(i);
  plot_->setData(data_);
  plot_->arrange(size());  // also before the first show, when no resize event has come yet
  describe();
  updateGeometry();
  redraw();
}

QRectF BarChart::rowRect(int row) const { return plot_->rowRect(row); }
QRectF BarChart::segmentRect(int row, int series) const { return plot_->segmentRect(row, series); }
QRectF BarChart::labelRect(int row) const { return plot_->labelRect(row); }
QRectF BarChart::totalRect(int row) const { return plot_->totalRect(row); }
std::vector<QRectF> BarChart::legendRects() const { return plot_->legendRects(); }

QString BarChart::tipAt(QPointF pos) const {
  const int row = plot_->rowAt(pos);
  if (row < 0) return {};
  const int series = plot_->seriesAt(row, pos);
  return series < 0 ? rowTip(data_, row) : segmentTip(data_, row, series);
}

QImage BarChart::makeImage(double scale) const { return chartImage(data_, scale); }

QString BarChart::writePicture(const QString& path, double scale) const {
  return saveChartPicture(data_, path, scale);
}

QSize BarChart::sizeHint() const { return minimumSizeHint().expandedTo(QSize(640, 400)); }

QSize BarChart::minimumSizeHint() const { return plot_->leastSize(); }

void BarChart::activate(int row) {
  if (row < 0 || row >= static_cast<int>(data_.rows.size())) return;
  cursor_ = row;
  redraw();
  emit rowActivated(row);
}

void BarChart::hover(int row) {
  if (row == hovered_) return;
  hovered_ = row;
  setCursor(row >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
  redraw();
}

void BarChart::redraw() {
  plot_->setFocusRow(hasFocus() ? std::max(cursor_, 0) : -1);
  plot_->setHoverRow(hovered_);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void BarChart::describe() {
  QStringList sentences;
  if (data_.stale) sentences << data_.stale_text;
  for (const BarRow& row : data_.rows)
    sentences << row.spoken;
  setAccessibleDescription(sentences.join(u". "_s));
}

bool BarChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString tip = tipAt(help->pos());
  if (tip.isEmpty()) {
    QToolTip::hideText();
    return true;
  }
  const int row = plot_->rowAt(help->pos());
  const int series = plot_->seriesAt(row, help->pos());
  // The tip stays while the mouse is on what it speaks of.
  const QRectF area = series < 0 ? plot_->rowRect(row) : plot_->segmentRect(row, series);
  QToolTip::showText(help->globalPos(), tip, this, area.toAlignedRect());
  return true;
}

void BarChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
  plot_->setLook(themeColors(), tabularFont(font()));
  redraw();
}

void BarChart::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  followScreen();
  if (const QWindow* handle = window()->windowHandle())
    connect(handle, &QWindow::screenChanged, this, &BarChart::followScreen, Qt::UniqueConnection);
}

void BarChart::followScreen() {  // QCustomPlot 2.1.0 reads the ratio once, in its constructor
  plot_->setBufferDevicePixelRatio(devicePixelRatioF());
  redraw();
}

void BarChart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (size().isEmpty()) return;  // beside another chart in a splitter; QCustomPlot would complain
  plot_->arrange(size());
  plot_->setGeometry(rect());
}

void BarChart::keyPressEvent(QKeyEvent* event) {
  const int last = static_cast<int>(data_.rows.size()) - 1;
  switch (event->key()) {
    case Qt::Key_Up:
      return activate(std::max(cursor_ - 1, 0));
    case Qt::Key_Down:
      return activate(std::min(cursor_ + 1, last));
    case Qt::Key_Home:
      return activate(0);
    case Qt::Key_End:
      return activate(last);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      return activate(std::max(cursor_, 0));
    default:
      QWidget::keyPressEvent(event);
  }
}

void BarChart::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  redraw();
}

void BarChart::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  redraw();
}

void BarChart::mouseMoveEvent(QMouseEvent* event) { hover(plot_->rowAt(event->position())); }

void BarChart::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) activate(plot_->rowAt(event->position()));
}

void BarChart::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  hover(-1);
}

}  // namespace zp
