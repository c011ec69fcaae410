// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/config/entry_bar.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/inputs/field_frame.h"
#include "ui/theme/accessible_role.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int strip_height = 18;
constexpr int strip_around =
    4;  // above and below: room for highlighted entries, and for the ring of the focus
constexpr int strip_side = 2;
constexpr double unlit_entry_share = 0.28;

}  // namespace

EntryBar::EntryBar(QWidget* parent) : QWidget(parent) {
  setObjectName(u"configBar"_s);
  setAccessibleRole(*this, QAccessible::Chart);
  setAccessibleName(tr("Memory of a GPU, by what it is for"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize EntryBar::sizeHint() const { return {240, strip_height + 2 * strip_around}; }
QSize EntryBar::minimumSizeHint() const { return {120, strip_height + 2 * strip_around}; }

void EntryBar::setEntries(std::vector<BarEntry> entries, Bytes capacity) {
  entries_ = std::move(entries);
  capacity_ = capacity;
  at_ = std::min(at_, static_cast<int>(entries_.size()) - 1);
  describe();
  update();
}

void EntryBar::setLit(const std::vector<EntryId>& lit) {
  if (lit == lit_) return;
  lit_ = lit;
  describe();
  update();
}

bool EntryBar::isLit(int entry) const {
  return std::ranges::find(lit_, entries_[static_cast<std::size_t>(entry)].id) != lit_.end();
}

Bytes EntryBar::whole() const {
  Bytes sum;
  for (const BarEntry& entry : entries_)
    sum = sum + entry.bytes;
  return std::max(sum, capacity_);
}

double EntryBar::xOf(Bytes bytes) const {
  const double room = width() - 2 * strip_side;
  return strip_side + (whole().value() > 0 ? room * ratio(bytes, whole()) : 0);
}

QRectF EntryBar::entryRect(int entry) const {
  Bytes before;
  for (int i = 0; i < entry; ++i)
    before = before + entries_[static_cast<std::size_t>(i)].bytes;
  const double left = xOf(before);
  const double right = xOf(before + entries_[static_cast<std::size_t>(entry)].bytes);
  return {left, strip_around, right - left, strip_height};
}

int EntryBar::entryAt(QPointF pos) const {
  for (int i = 0; i < static_cast<int>(entries_.size()); ++i)
    if (const QRectF place = entryRect(i); pos.x() >= place.left() && pos.x() < place.right()) return i;
  return -1;
}

QString EntryBar::tipOf(int entry) const {
  const BarEntry& each = entries_[static_cast<std::size_t>(entry)];
  const QString governed = each.governed.isEmpty() ? tr("No line of ds_config.json affects it.")
                                                   : tr("Governed by %1.").arg(each.governed);
  return each.text + u'\n' + governed;
}

void EntryBar::point(int entry) {
  if (entry == std::exchange(pointed_, entry)) return;
  emit pointed(entry);
}

void EntryBar::moveTo(int entry) {
  if (entries_.empty()) return;
  at_ = std::clamp(entry, 0, static_cast<int>(entries_.size()) - 1);
  point(at_);
  describe();
  update();
  QToolTip::showText(mapToGlobal(entryRect(at_).bottomLeft().toPoint()), wrappedTip(tipOf(at_).split(u'\n')),
                     this);
}

void EntryBar::describe() {
  QStringList sentences;
  if (at_ >= 0) sentences << tipOf(at_).replace(u'\n', u". "_s);
  for (int i = 0; i < static_cast<int>(entries_.size()); ++i)
    if (isLit(i)) sentences << tr("Lit: %1").arg(entries_[static_cast<std::size_t>(i)].text);
  for (const BarEntry& entry : entries_)
    sentences << entry.text;
  setAccessibleDescription(sentences.join(u". "_s));
}

bool EntryBar::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (const int entry = entryAt(help->pos()); entry >= 0)
    QToolTip::showText(help->globalPos(), wrappedTip(tipOf(entry).split(u'\n')), this,
                       entryRect(entry).toAlignedRect());
  else
    QToolTip::hideText();
  return true;
}

void EntryBar::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return moveTo(at_ - 1);
    case Qt::Key_Right:
      return moveTo(at_ + 1);
    case Qt::Key_Home:
      return moveTo(0);
    case Qt::Key_End:
      return moveTo(static_cast<int>(entries_.size()) - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (at_ >= 0) emit chosen(at_);
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void EntryBar::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  if (!underMouse() && event->reason() != Qt::ActiveWindowFocusReason) point(-1);
}

void EntryBar::mouseMoveEvent(QMouseEvent* event) { point(entryAt(event->position())); }

void EntryBar::mousePressEvent(QMouseEvent* event) {
  const int entry = event->button() == Qt::LeftButton ? entryAt(event->position()) : -1;
  if (entry < 0) return;
  at_ = entry;
  describe();
  update();
  emit chosen(entry);
}

void EntryBar::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  point(-1);
}

void EntryBar::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = themeColors();
  QPainter painter(this);
  painter.fillRect(QRectF(strip_side, strip_around, width() - 2 * strip_side, strip_height),
                   blend(colors.muted, colors.panel, 0.15));
  bool any_lit = false;
  for (int i = 0; i < static_cast<int>(entries_.size()); ++i)
    any_lit = any_lit || isLit(i);
  for (int i = 0; i < static_cast<int>(entries_.size()); ++i) {
    const QColor full = colors.component(entries_[static_cast<std::size_t>(i)].component);
    const bool lit = !any_lit || isLit(i);
    const QRectF place = entryRect(i);
    painter.fillRect(place, lit ? full : blend(full, colors.panel, unlit_entry_share));
    painter.fillRect(QRectF(place.right() - 1, place.top(), std::min(1.0, place.width()), place.height()),
                     colors.panel);
  }
  painter.setBrush(Qt::NoBrush);
  for (int i = 0; any_lit && i < static_cast<int>(entries_.size()); ++i) {
    if (!isLit(i)) continue;
    painter.setPen(
        QPen(colors.text, 2));  // highlighted entries also get a frame, because colour alone is not enough
    painter.drawRect(entryRect(i).adjusted(0, -1, 0, 1));
  }
  if (capacity_.value() > 0) {
    const double x = std::round(xOf(capacity_)) - 1;
    painter.fillRect(QRectF(x, 0, 2, height()), colors.over);
  }
  if (!hasFocus()) return;
  painter.setPen(QPen(colors.accent, 2));
  painter.drawRect(at_ < 0 ? QRectF(rect()).adjusted(1, 1, -1, -1) : entryRect(at_).adjusted(-1, -2, 1, 2));
}

}  // namespace zp
