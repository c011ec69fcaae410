// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_card.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int card_pad = 12, card_side = 6;
constexpr int verdict_width = 118, bar_width = 110, bar_height = 12;
constexpr int bar_from = 520;  // minimum width of a card with a bar
constexpr double about_scale = 0.92;

}  // namespace

StartCard::StartCard(const QString& name, const QString& title, const QString& about, QWidget* parent)
    : QAbstractButton(parent), title_(title), about_(about) {
  setObjectName(name);
  setText(QString(title).replace(u'&', u"&&"_s));
  setAccessibleName(title);
  setAccessibleDescription(about);
  setToolTip(about);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StartCard::setBar(const ExampleBar& bar) {
  bar_ = bar;
  setAccessibleDescription(about_ + u' ' + glyphOf(bar.verdict) + u' ' + bar.text);
  update();
}

/// Returns a size at which the title is not cut off.
QSize StartCard::sizeHint() const {
  const double title = QFontMetricsF(scaledFont(font(), 1, QFont::Bold)).horizontalAdvance(title_);
  return {static_cast<int>(std::ceil(title)) + 2 * static_cast<int>(card_pad) + 1,
          2 * fontMetrics().height() + 8};
}
QSize StartCard::minimumSizeHint() const { return {110, sizeHint().height()}; }

void StartCard::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& c = themeColors();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
  painter.setPen(hasFocus() ? QPen(c.accent, 2) : QPen(underMouse() ? c.accent : c.grid, 1));
  painter.setBrush(isDown() ? c.rowTint(true) : underMouse() ? c.rowTint(false) : c.panel);
  painter.drawRoundedRect(hasFocus() ? frame.adjusted(0.5, 0.5, -0.5, -0.5) : frame, card_side, card_side);
  QRectF room = QRectF(rect()).adjusted(card_pad, 0, -card_pad, 0);
  if (!bar_.text.isEmpty()) {
    const double taken = verdict_width + (width() >= bar_from ? bar_width + card_pad : 0);
    paintBar(painter, QRectF(room.right() - taken, room.top(), taken, room.height()));
    room.setRight(room.right() - taken - card_pad);
  }
  const double line = fontMetrics().height(), top = (height() - 2 * line) / 2;
  const QFont title = scaledFont(font(), 1, QFont::Bold), about = scaledFont(font(), about_scale);
  painter.setFont(title);
  painter.setPen(c.text);
  painter.drawText(QRectF(room.left(), top, room.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetricsF(title).elidedText(title_, Qt::ElideRight, room.width()));
  painter.setFont(about);
  painter.setPen(c.muted);
  painter.drawText(QRectF(room.left(), top + line, room.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetricsF(about).elidedText(about_, Qt::ElideRight, room.width()));
}

/// Paints one GPU's memory as a bar within its usable memory, and the verdict in words.
void StartCard::paintBar(QPainter& painter, const QRectF& room) const {
  const ThemeColors& c = themeColors();
  painter.setFont(scaledFont(font(), about_scale, QFont::Bold));
  painter.setPen(c.state(bar_.verdict));
  painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, glyphOf(bar_.verdict) + u' ' + bar_.text);
  if (room.width() < bar_width + verdict_width) return;
  const QRectF bar(room.left(), room.center().y() - bar_height / 2.0, bar_width, bar_height);
  painter.fillRect(bar, c.grid);
  double left = bar.left();
  for (const StartPart& part : bar_.parts) {
    const double wide = std::min(part.share * bar_width, bar.right() - left);
    if (!(wide > 0)) break;
    painter.fillRect(QRectF(left, bar.top(), std::max(wide - 1, 0.5), bar_height), c.series(part.color));
    left += wide;
  }
}

void StartCard::enterEvent(QEnterEvent* event) {
  QAbstractButton::enterEvent(event);
  update();
}

void StartCard::leaveEvent(QEvent* event) {
  QAbstractButton::leaveEvent(event);
  update();
}

}  // namespace zp
