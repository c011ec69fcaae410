// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/fact_label.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace zp {

FactLabel::FactLabel(const QString& name, const QString& title, const QFont& font, QWidget* parent)
    : QLabel(parent) {
  setObjectName(name);
  setAccessibleName(title);
  setTextFormat(Qt::PlainText);
  setFont(font);
  // The label's own minimum would follow the text it shows now; it must follow the shortest one.
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  recolor();
}

void FactLabel::setFact(const QString& text, const QString& short_text, Verdict verdict) {
  const QString glyph = glyphOf(verdict);
  const QString lead = glyph.isEmpty() ? QString() : glyph + u' ';
  full_ = lead + text;
  short_ = short_text.isEmpty() ? full_ : lead + short_text;
  verdict_ = verdict;
  setMinimumWidth(widthOf(short_));
  setAccessibleDescription(full_);
  recolor();
  fitText();
}

void FactLabel::setStrong(bool strong) {
  strong_ = strong;
  recolor();
}

void FactLabel::setStale(bool stale) {
  stale_ = stale;
  recolor();
}

void FactLabel::setClickable(bool clickable) {
  clickable_ = clickable;
  setFocusPolicy(clickable ? Qt::StrongFocus : Qt::NoFocus);
  setAttribute(Qt::WA_Hover, clickable);
  setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

int FactLabel::widthOf(const QString& text) const { return fontMetrics().horizontalAdvance(text) + 2; }

void FactLabel::fitText() { setText(widthOf(full_) <= width() ? full_ : short_); }

void FactLabel::recolor() {
  const ThemeColors& c = themeColors();
  const QColor color = verdict_ == Verdict::none ? (strong_ ? c.text : c.muted) : c.state(verdict_);
  const QColor shown = stale_ ? c.muted : color;
  if (palette().color(QPalette::WindowText) == shown) return;
  QPalette colors = palette();
  colors.setColor(QPalette::WindowText, shown);
  setPalette(colors);
}

void FactLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  fitText();
}

void FactLabel::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) recolor();
}

void FactLabel::paintEvent(QPaintEvent* event) {
  if (clickable_ && (underMouse() || hasFocus())) {
    const ThemeColors& c = themeColors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(c.accent, 1.5) : QPen(Qt::NoPen));
    painter.setBrush(underMouse() ? QBrush(c.rowTint(true)) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 3, 3);
  }
  QLabel::paintEvent(event);
}

void FactLabel::keyPressEvent(QKeyEvent* event) {
  const bool press =
      event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
  if (clickable_ && press)
    emit clicked();
  else
    QLabel::keyPressEvent(event);
}

void FactLabel::mouseReleaseEvent(QMouseEvent* event) {
  if (clickable_ && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
    emit clicked();
  else
    QLabel::mouseReleaseEvent(event);
}

}  // namespace zp
