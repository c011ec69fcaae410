// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/fact_label.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <algorithm>

#include "ui/theme/accessible_role.h"

namespace zp {

FactLabel::FactLabel(const QString& name, const QString& title, const QFont& font, QWidget* parent)
    : QWidget(parent) {
  setObjectName(name);
  setAccessibleRole(*this, QAccessible::StaticText);
  setAccessibleName(title);
  setFont(font);
  // The minimum width must come from the shortest text, not from the one shown.
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  recolor();
}

void FactLabel::setFact(const QString& text, const QString& short_text, Verdict verdict) {
  const QString glyph = glyphOf(verdict);
  const QString lead = glyph.isEmpty() ? QString() : glyph + u' ';
  verdict_ = verdict;
  recolor();
  if (short_text.isEmpty())
    setForms({lead + text});
  else
    setForms({lead + text, lead + short_text});
}

void FactLabel::setForms(const QStringList& forms) {
  if (forms == forms_) return;
  forms_ = forms;
  full_width_ = widthOf(forms_.front());
  setMinimumWidth(forms_.size() == 1 ? full_width_ : widthOf(forms_.back()));
  setAccessibleDescription(forms_.front());
  fitText();
}

void FactLabel::setAlignment(Qt::Alignment alignment) {
  alignment_ = alignment;
  update();
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
  setAccessibleRole(*this, clickable ? QAccessible::Button : QAccessible::StaticText);
  setAttribute(Qt::WA_Hover, clickable);
  setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

int FactLabel::widthOf(const QString& text) const { return fontMetrics().horizontalAdvance(text) + 2; }

QSize FactLabel::sizeHint() const { return {full_width_, fontMetrics().height()}; }

void FactLabel::fitText() {
  const auto fits = [this](const QString& form) { return widthOf(form) <= width(); };
  const auto fitting =
      full_width_ <= width() ? forms_.begin() : std::find_if(forms_.begin(), forms_.end(), fits);
  const QString& text = fitting == forms_.end() ? forms_.back() : *fitting;
  if (text == shown_) return;
  shown_ = text;
  update();
}

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
  QWidget::resizeEvent(event);
  fitText();
}

void FactLabel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) recolor();
  if (event->type() == QEvent::FontChange) full_width_ = widthOf(forms_.front());
}

void FactLabel::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (clickable_ && (underMouse() || hasFocus())) {
    const ThemeColors& c = themeColors();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(c.accent, 1.5) : QPen(Qt::NoPen));
    painter.setBrush(underMouse() ? QBrush(c.rowTint(true)) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 3, 3);
  }
  style()->drawItemText(&painter, rect(), static_cast<int>(alignment_) | Qt::TextSingleLine, palette(),
                        isEnabled(), shown_, foregroundRole());
}

void FactLabel::keyPressEvent(QKeyEvent* event) {
  const bool press =
      event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
  if (clickable_ && press)
    emit clicked();
  else
    QWidget::keyPressEvent(event);
}

void FactLabel::mouseReleaseEvent(QMouseEvent* event) {
  if (clickable_ && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
    emit clicked();
  else
    QWidget::mouseReleaseEvent(event);
}

}  // namespace zp
