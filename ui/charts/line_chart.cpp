// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/line_chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWindow>
#include <algorithm>
#include <cmath>

#include "ui/charts/chart_picture.h"
#include "ui/charts/line_plot.h"
#include "ui/charts/line_tips.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

LineChart::LineChart(QWidget* parent) : Chart(parent), plot_(new LinePlot(this)) {
  plot_->setAttribute(Qt::WA_TransparentForMouseEvents);  // one widget, this one, has the behaviour
  plot_->setFocusPolicy(Qt::NoFocus);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

LineChart::~LineChart() = default;

void LineChart::setData(const LineChartData& lines) {
  data_ = lines;
  column_ = std::min(column_, count() - 1);
  hovered_ = std::min(hovered_, count() - 1);
  plot_->setData(data_);
  plot_->arrange(size());  // also before the first show, when no resize event has come yet
  describe();
  updateGeometry();
  redraw();
}

QRectF LineChart::columnRect(int column) const { return plot_->columnRect(column); }
QPointF LineChart::pointAt(int series, int column) const { return plot_->pointAt(series, column); }
QRectF LineChart::plotRect() const { return plot_->plotRect(); }
QRectF LineChart::todayRect() const { return plot_->todayRect(); }
QRectF LineChart::turningRect() const { return plot_->turningRect(); }
std::vector<QRectF> LineChart::usualRects() const { return plot_->usualRects(); }
std::vector<QRectF> LineChart::legendRects() const { return plot_->legendRects(); }

QString LineChart::tipAt(QPointF pos) const {
  const int column = plot_->columnAt(pos);
  return column < 0 ? QString() : columnTip(data_, column);
}

QImage LineChart::makeImage(double scale) const { return chartImage(data_, scale); }

QString LineChart::writePicture(const QString& path, double scale) const {
  return saveChartPicture(data_, path, scale);
}

QSize LineChart::sizeHint() const { return minimumSizeHint().expandedTo(QSize(640, 240)); }

QSize LineChart::minimumSizeHint() const { return plot_->leastSize(); }

/// The column of today's mark, where a look at the chart begins.
int LineChart::startColumn() const {
  int nearest = 0;
  const auto distance = [this](int column) {
    return std::abs(std::log(data_.columns[static_cast<std::size_t>(column)].x / data_.today.at));
  };
  for (int c = 1; c < count(); ++c)
    if (distance(c) < distance(nearest)) nearest = c;
  return nearest;
}

/// With the tip that hovering shows, for those who do not use a mouse.
void LineChart::moveTo(int column) {
  if (count() == 0) return;
  column_ = std::clamp(column, 0, count() - 1);
  describe();
  redraw();
  const QPoint at = columnRect(column_).topRight().toPoint();
  QToolTip::showText(mapToGlobal(at), columnTip(data_, column_), this);
}

void LineChart::redraw() {
  plot_->setFocus(hasFocus() ? column_ : -1);
  plot_->setHover(hovered_);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void LineChart::describe() {
  QStringList sentences;
  if (data_.stale) sentences << data_.stale_text;
  if (column_ >= 0) sentences << columnWords(data_, column_);
  sentences << data_.spoken;
  setAccessibleDescription(sentences.join(u". "_s));
}

bool LineChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int column = plot_->columnAt(help->pos());
  if (column < 0)
    QToolTip::hideText();
  else  // it stays while the mouse is at that column
    QToolTip::showText(help->globalPos(), tipAt(help->pos()), this, columnRect(column).toAlignedRect());
  return true;
}

void LineChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
  plot_->setLook(themeColors(), tabularFont(font()));
  redraw();
}

void LineChart::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  followScreen();
  if (const QWindow* handle = window()->windowHandle())
    connect(handle, &QWindow::screenChanged, this, &LineChart::followScreen, Qt::UniqueConnection);
}

void LineChart::followScreen() {  // QCustomPlot 2.1.0 reads the ratio once, in its constructor
  plot_->setBufferDevicePixelRatio(devicePixelRatioF());
  redraw();
}

void LineChart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (size().isEmpty()) return;  // beside another chart in a splitter; QCustomPlot would complain
  plot_->arrange(size());
  plot_->setGeometry(rect());
}

void LineChart::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return moveTo(column_ - 1);
    case Qt::Key_Right:
      return moveTo(column_ + 1);
    case Qt::Key_Home:
      return moveTo(0);
    case Qt::Key_End:
      return moveTo(count() - 1);
    default:
      QWidget::keyPressEvent(event);
  }
}

void LineChart::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  if (column_ < 0 && count() > 0) column_ = startColumn();
  describe();
  redraw();
}

void LineChart::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  redraw();
}

void LineChart::mouseMoveEvent(QMouseEvent* event) {
  const int column = plot_->columnAt(event->position());
  if (column == hovered_) return;
  hovered_ = column;
  redraw();
}

void LineChart::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  hovered_ = -1;
  redraw();
}

}  // namespace zp
