// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/field_frame.h"

#include <QKeyEvent>
#include <QPainter>

#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

void paintFieldOutline(QWidget& field, bool invalid) {
  const ThemeColors& c = themeColors();
  const bool focused = field.hasFocus() && field.isEnabled();
  if (!invalid && !focused && !c.dark && !c.contrast) return;
  const double share = c.contrast ? 1 : 0.6;
  QPen pen(blend(c.outline, c.panel, field.isEnabled() ? share : 0.3), 1);
  if (invalid || focused) pen = QPen(invalid ? c.over : c.accent, 2);
  const double inset = pen.widthF() / 2;
  QPainter painter(&field);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(pen);
  painter.drawRoundedRect(QRectF(field.rect()).adjusted(inset, inset, -inset, -inset), 2.5, 2.5);
}

bool isUndoRedoOverride(const QEvent& event) {
  if (event.type() != QEvent::ShortcutOverride) return false;
  const auto& key = static_cast<const QKeyEvent&>(event);
  return key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo);
}

QString wrappedTip(const QStringList& paragraphs) {
  QString tip;
  for (const QString& text : paragraphs)
    if (!text.isEmpty()) tip += u"<p>"_s + text.toHtmlEscaped().replace(u'\n', u"<br>"_s) + u"</p>"_s;
  return tip;
}

void setWrappedTip(QWidget& widget, const QStringList& paragraphs) {
  widget.setToolTip(wrappedTip(paragraphs));
  QStringList plain_texts;
  for (const QString& text : paragraphs)
    if (!text.isEmpty())
      plain_texts << QString(text).replace(u'\n', u' ');  // keeps the narrow spaces of numbers
  widget.setAccessibleDescription(plain_texts.join(u' '));
}

ReasonField::ReasonField(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ReasonField::setReason(const QString& reason) {
  reason_ = reason;
  setAccessibleName(reason);
  update();
}

QSize ReasonField::sizeHint() const {
  return {fontMetrics().horizontalAdvance(reason_) + 16, std::max(field_height, fontMetrics().height() + 8)};
}

QSize ReasonField::minimumSizeHint() const { return {60, sizeHint().height()}; }

void ReasonField::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& c = themeColors();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(blend(c.outline, c.panel, 0.3), 1));
  painter.setBrush(c.window);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5);
  painter.setPen(c.muted);
  const QRect inner = rect().adjusted(8, 0, -8, 0);
  painter.drawText(inner, Qt::AlignVCenter | Qt::AlignLeft,
                   fontMetrics().elidedText(reason_, Qt::ElideRight, inner.width()));
}

}  // namespace zp
