// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMenu>
#include <QToolTip>
#include <QWindow>
#include <algorithm>
#include <utility>

#include "ui/charts/chart_picture.h"
#include "ui/charts/chart_zoom.h"
#include "ui/charts/plot.h"
#include "ui/theme/accessible_role.h"
#include "ui/theme/icons.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

Chart::Chart(Plot* plot, QWidget* parent) : QWidget(parent), plot_(plot), zoom_(new ChartZoom(*this, *plot)) {
  plot_->setParent(this);
  plot_->setAttribute(Qt::WA_TransparentForMouseEvents);  // only this widget reacts to the mouse
  plot_->setFocusPolicy(Qt::NoFocus);
  plot_->setLook(themeColors(), tabularFont(font()));
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleRole(*this, QAccessible::Chart);
  setMouseTracking(true);
  connect(zoom_, &ChartZoom::changed, this, [this] {
    zoom_->place();
    describe();
    redraw();
  });
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

Chart::~Chart() = default;

void Chart::refresh() {
  item_ = plot_->keptItem(item_);
  hovered_ = std::min(hovered_, plot_->itemCount() - 1);
  marked_ = std::min(marked_, plot_->itemCount() - 1);
  if (hasFocus()) begin();
  part_ = plot_->keptPart(item_, part_);
  plot_->arrange(size());  // also before the first show, when no resize event has come yet
  describe();
  if (const QSize least = plot_->leastSize(); least != std::exchange(least_, least)) updateGeometry();
  redraw();
}

QRectF Chart::itemRect(int item) const { return plot_->itemRect(item); }
QRectF Chart::partRect(int item, int part) const { return plot_->partRect(item, part); }
std::vector<QRectF> Chart::legendRects() const { return plot_->legendRects(); }

QRectF Chart::rectOf(const QString& item, const QString& part) const {
  const int found = plot_->itemNamed(item);
  if (found < 0 || part.isEmpty()) return found < 0 ? QRectF() : plot_->itemRect(found);
  const int found_part = plot_->partNamed(part);
  return found_part < 0 ? QRectF() : plot_->partRect(found, found_part);
}

QString Chart::tipAt(QPointF pos) const {
  const int item = plot_->itemAt(pos);
  return item < 0 ? QString() : plot_->tip(item, plot_->partAt(pos));
}

QImage Chart::toImage(double scale) const { return chartImage(*plot_, scale); }

QByteArray Chart::toFile(PictureFormat format, double scale) const {
  return chartPicture(*plot_, format, scale);
}

QString Chart::exportTo(const QString& path, double scale) const {
  return saveChartPicture(*plot_, path, scale);
}

void Chart::copyPicture() const { QGuiApplication::clipboard()->setImage(toImage(2)); }

void Chart::copyData() const { QGuiApplication::clipboard()->setText(tsvOf(plot_->table())); }

QSize Chart::sizeHint() const { return minimumSizeHint().expandedTo(plot_->usualSize()); }

QSize Chart::minimumSizeHint() const { return plot_->leastSize(); }

bool Chart::canChooseAt(QPointF pos) const {
  switch (plot_->choice()) {
    case Plot::Choice::items:
    case Plot::Choice::points:
      return plot_->itemAt(pos) >= 0;
    case Plot::Choice::parts:
      return plot_->partAt(pos) >= 0;
    case Plot::Choice::nothing:
      break;
  }
  return false;
}

bool Chart::choose() {
  if (plot_->choice() == Plot::Choice::nothing) return false;
  if (item_ >= 0 && (part_ >= 0 || plot_->choice() != Plot::Choice::parts)) emit activated(item_, part_);
  return true;
}

void Chart::moveTo(int item) {
  if (plot_->walkCount() == 0) return;
  item_ = std::clamp(item, 0, plot_->walkCount() - 1);
  part_ = plot_->keptPart(item_, part_);
  plot_->scrollIntoView(plot_->itemRect(item_).center());
  emit pointed(item_, part_);
  if (plot_->choice() != Plot::Choice::items) return showTip();
  redraw();
  choose();
}

void Chart::moveToPart(int step) {
  if (item_ < 0) return;
  part_ = plot_->nextPart(item_, part_, step);
  emit pointed(item_, part_);
  showTip();
}

/// Shows, for keyboard users, the tip that hovering would show.
void Chart::showTip() {
  describe();
  redraw();
  const QPoint at = plot_->itemRect(item_).topRight().toPoint();
  QToolTip::showText(mapToGlobal(at), plot_->tip(item_, part_), this);
}

/// Sets the keyboard position to the last item, or to the chart's first item.
void Chart::begin() {
  if (item_ < 0) item_ = plot_->firstItem();
}

void Chart::describe() {
  QStringList sentences;
  if (plot_->words().stale) sentences << plot_->words().stale_text;
  if (plot_->isZoomed()) sentences << tr("A part of the chart; the key 0 shows all");
  sentences << plot_->spoken(item_, part_);
  setAccessibleDescription(sentences.join(u". "_s));
}

void Chart::redraw() {
  plot_->setPointers(hasFocus() ? item_ : -1, part_, hovered_ >= 0 ? hovered_ : marked_);
  if (!std::exchange(is_redrawn_, false)) return;
  // Replots before the window is painted; QCustomPlot's own queue runs after that and would cause a second
  // painting.
  const auto replot = [this] {
    is_redrawn_ = true;
    plot_->replot();
  };
  QMetaObject::invokeMethod(plot_, replot, Qt::QueuedConnection);
}

void Chart::setHovered(int item, int part) {
  if (item == hovered_ && part == hovered_part_) return;
  const bool moves = item != hovered_;
  hovered_ = item;
  hovered_part_ = part;
  if (moves) redraw();
  emit pointed(item, part);
}

void Chart::setMarked(int item) {
  if (item == marked_) return;
  marked_ = item;
  redraw();
}

void Chart::followScreen() {  // because QCustomPlot 2.1.0 reads the pixel ratio only in its constructor
  plot_->setBufferDevicePixelRatio(devicePixelRatioF());
  redraw();
}

bool Chart::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_F1 &&
      item_ >= 0) {
    event->accept();  // F1 shows the tip of the item with the keyboard focus
    return true;
  }
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int item = plot_->itemAt(help->pos());
  if (item < 0) {
    QToolTip::hideText();
    return true;
  }
  const int part = plot_->partAt(help->pos());
  QToolTip::showText(help->globalPos(), plot_->tip(item, part), this,
                     plot_->tipArea(item, part).toAlignedRect());
  return true;
}

void Chart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
  plot_->setLook(themeColors(), tabularFont(font()));
  redraw();
}

void Chart::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  zoom_->addTo(*menu, event->pos());
  QAction* copy = menu->addAction(themeIcon(IconName::copy), tr("Copy picture"));
  copy->setObjectName(u"copy"_s);
  connect(copy, &QAction::triggered, this, &Chart::copyPicture);
  QAction* copy_data = menu->addAction(tr("Copy figures"));
  copy_data->setObjectName(u"copyData"_s);
  connect(copy_data, &QAction::triggered, this, &Chart::copyData);
  menu->addSeparator();
  const auto offer = [this, menu](const QString& text, const QString& suffix, double scale) {
    QAction* action = menu->addAction(text);
    action->setObjectName(u"save."_s + suffix + (scale > 1 ? u".2x"_s : QString()));
    connect(action, &QAction::triggered, this, [this, suffix, scale] { emit saveRequested(suffix, scale); });
  };
  offer(tr("Save as PNG…"), u"png"_s, 1);
  offer(tr("Save as PNG, double size…"), u"png"_s, 2);
  offer(tr("Save as SVG…"), u"svg"_s, 1);
  offer(tr("Save as PDF…"), u"pdf"_s, 1);
  offer(tr("Save figures as CSV…"), u"csv"_s, 1);
  const bool by_mouse = event->reason() == QContextMenuEvent::Mouse;
  emit menuRequested(menu, by_mouse ? plot_->itemAt(event->pos()) : item_,
                     by_mouse ? plot_->partAt(event->pos()) : part_);
  menu->popup(event->globalPos());
}

void Chart::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  followScreen();
  if (const QWindow* handle = window()->windowHandle())
    connect(handle, &QWindow::screenChanged, this, &Chart::followScreen, Qt::UniqueConnection);
}

void Chart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (size().isEmpty()) return;  // hidden by a splitter; QCustomPlot would print warnings
  plot_->arrange(size());
  plot_->setGeometry(rect());
  zoom_->place();
}

void Chart::keyPressEvent(QKeyEvent* event) {
  if (zoom_->pressKey(*event, item_ < 0 ? QRectF() : plot_->itemRect(item_))) return;
  const bool down = plot_->direction() == Qt::Vertical;
  switch (event->key()) {
    case Qt::Key_Home:
      return moveTo(0);
    case Qt::Key_End:
      return moveTo(plot_->walkCount() - 1);
    case Qt::Key_Left:
    case Qt::Key_Right:
      if (!down) return moveTo(item_ + (event->key() == Qt::Key_Left ? -1 : 1));
      break;
    case Qt::Key_Up:
    case Qt::Key_Down:
      if (down) return moveTo(item_ + (event->key() == Qt::Key_Up ? -1 : 1));
      if (plot_->choice() == Plot::Choice::parts) return moveToPart(event->key() == Qt::Key_Up ? 1 : -1);
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (choose()) return;
      break;
    case Qt::Key_F1:
      if (item_ >= 0) return showTip();
      break;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

void Chart::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  begin();
  describe();
  redraw();
}

void Chart::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  redraw();
  if (!underMouse() && event->reason() != Qt::ActiveWindowFocusReason) emit pointed(-1, -1);
}

void Chart::mouseMoveEvent(QMouseEvent* event) {
  if (zoom_->drag(*event)) return;
  setCursor(canChooseAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
  setHovered(plot_->itemAt(event->position()), plot_->partAt(event->position()));
}

void Chart::mousePressEvent(QMouseEvent* event) {
  if (zoom_->press(*event, canChooseAt(event->position()))) return;
  if (event->button() != Qt::LeftButton || !canChooseAt(event->position())) return;
  item_ = plot_->itemAt(event->position());
  part_ = plot_->partAt(event->position());
  describe();
  redraw();
  choose();
}

void Chart::mouseReleaseEvent(QMouseEvent* event) {
  if (!zoom_->release()) QWidget::mouseReleaseEvent(event);
}

void Chart::mouseDoubleClickEvent(QMouseEvent* event) {
  if (!zoom_->doubleClick(*event, canChooseAt(event->position()))) mousePressEvent(event);
}

void Chart::wheelEvent(QWheelEvent* event) { event->setAccepted(zoom_->turnWheel(*event)); }

void Chart::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  setHovered(-1);
}

}  // namespace zp
