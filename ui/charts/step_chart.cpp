// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/step_chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWindow>
#include <algorithm>

#include "ui/charts/bar_tips.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/step_plot.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

StepChart::StepChart(QWidget* parent) : Chart(parent), plot_(new StepPlot(this)) {
  plot_->setAttribute(Qt::WA_TransparentForMouseEvents);  // one widget, this one, has the behaviour
  plot_->setFocusPolicy(Qt::NoFocus);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setAccessibleName(tr("Memory per GPU over one training step"));
}

StepChart::~StepChart() = default;

void StepChart::setData(const StepChartData& step) {
  data_ = step;
  if (moment_ < 0 || moment_ >= count()) moment_ = std::min(data_.peak, count() - 1);
  if (moment_ >= 0 && valueOf(moment_, series_) <= 0) series_ = largestSeries(moment_);
  plot_->setData(data_);
  plot_->arrange(size());  // also before the first show, when no resize event has come yet
  describe();
  updateGeometry();
  redraw();
}

QRectF StepChart::columnRect(int moment) const { return plot_->columnRect(moment); }
QRectF StepChart::partRect(int moment, int series) const { return plot_->partRect(moment, series); }
QRectF StepChart::labelRect(int moment) const { return plot_->labelRect(moment); }
QRectF StepChart::peakRect() const { return plot_->peakRect(); }
QRectF StepChart::limitRect() const { return plot_->limitRect(); }
std::vector<QRectF> StepChart::legendRects() const { return plot_->legendRects(); }

QString StepChart::tipAt(QPointF pos) const {
  const int moment = plot_->momentAt(pos);
  return moment < 0 ? QString() : tipOf(moment, plot_->seriesAt(pos));
}

QString StepChart::tipOf(int moment, int series) const {
  return rowTip(data_.bars, moment, series) + u"<p>"_s +
         data_.moments[static_cast<std::size_t>(moment)].description.toHtmlEscaped() + u"</p>"_s;
}

QImage StepChart::makeImage(double scale) const { return chartImage(data_, scale); }

QString StepChart::writePicture(const QString& path, double scale) const {
  return saveChartPicture(data_, path, scale);
}

QSize StepChart::sizeHint() const { return minimumSizeHint().expandedTo(QSize(640, 400)); }

QSize StepChart::minimumSizeHint() const { return plot_->leastSize(); }

double StepChart::valueOf(int moment, int series) const {
  if (series < 0) return 0;
  return data_.bars.rows[static_cast<std::size_t>(moment)].parts[static_cast<std::size_t>(series)].value;
}

int StepChart::largestSeries(int moment) const {
  int largest = -1;
  for (int s = 0; s < static_cast<int>(data_.bars.series.size()); ++s)
    if (valueOf(moment, s) > valueOf(moment, largest)) largest = s;
  return largest;
}

/// The next part that is there, up or down; `from` where there is none.
int StepChart::nextSeries(int moment, int from, int step) const {
  for (int s = from + step; s >= 0 && s < static_cast<int>(data_.bars.series.size()); s += step)
    if (valueOf(moment, s) > 0) return s;
  return from;
}

void StepChart::moveTo(int moment) {
  if (count() == 0) return;
  moment_ = std::clamp(moment, 0, count() - 1);
  if (valueOf(moment_, series_) <= 0) series_ = largestSeries(moment_);
  showTip();
}

void StepChart::moveToPart(int step) {
  if (moment_ < 0) return;
  series_ = nextSeries(moment_, series_, step);
  showTip();
}

/// What hovering shows, for those who do not use a mouse.
void StepChart::showTip() {
  describe();
  redraw();
  const QPoint at = columnRect(moment_).topRight().toPoint();
  QToolTip::showText(mapToGlobal(at), tipOf(moment_, series_), this);
}

void StepChart::redraw() {
  plot_->setFocus(hasFocus() ? moment_ : -1, series_);
  plot_->setHover(hovered_);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void StepChart::describe() {
  QStringList sentences;
  if (data_.bars.stale) sentences << data_.bars.stale_text;
  if (moment_ >= 0 && series_ >= 0) {
    const BarRow& row = data_.bars.rows[static_cast<std::size_t>(moment_)];
    sentences << tr("%1, %2 %3")
                     .arg(row.label, data_.bars.series[static_cast<std::size_t>(series_)].name,
                          row.parts[static_cast<std::size_t>(series_)].text);
  }
  for (const BarRow& row : data_.bars.rows)
    sentences << row.spoken;
  setAccessibleDescription(sentences.join(u". "_s));
}

bool StepChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int moment = plot_->momentAt(help->pos());
  if (moment < 0)
    QToolTip::hideText();
  else  // it stays while the mouse is at that moment
    QToolTip::showText(help->globalPos(), tipAt(help->pos()), this, columnRect(moment).toAlignedRect());
  return true;
}

void StepChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
  plot_->setLook(themeColors(), tabularFont(font()));
  redraw();
}

void StepChart::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  followScreen();
  if (const QWindow* handle = window()->windowHandle())
    connect(handle, &QWindow::screenChanged, this, &StepChart::followScreen, Qt::UniqueConnection);
}

void StepChart::followScreen() {  // QCustomPlot 2.1.0 reads the ratio once, in its constructor
  plot_->setBufferDevicePixelRatio(devicePixelRatioF());
  redraw();
}

void StepChart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  plot_->arrange(size());
  plot_->setGeometry(rect());
}

void StepChart::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return moveTo(moment_ - 1);
    case Qt::Key_Right:
      return moveTo(moment_ + 1);
    case Qt::Key_Home:
      return moveTo(0);
    case Qt::Key_End:
      return moveTo(count() - 1);
    case Qt::Key_Up:
      return moveToPart(+1);
    case Qt::Key_Down:
      return moveToPart(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (moment_ >= 0 && series_ >= 0) emit partActivated(moment_, series_);
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void StepChart::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  redraw();
}

void StepChart::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  redraw();
}

void StepChart::mouseMoveEvent(QMouseEvent* event) {
  const int moment = plot_->momentAt(event->position());
  setCursor(plot_->seriesAt(event->position()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
  if (moment == hovered_) return;
  hovered_ = moment;
  redraw();
}

void StepChart::mousePressEvent(QMouseEvent* event) {
  const int series = plot_->seriesAt(event->position());
  if (event->button() != Qt::LeftButton || series < 0) return;
  moment_ = plot_->momentAt(event->position());
  series_ = series;
  describe();
  redraw();
  emit partActivated(moment_, series_);
}

void StepChart::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  hovered_ = -1;
  redraw();
}

}  // namespace zp
