// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/elided_text.h"

#include <QPainter>
#include <QTextLayout>
#include <algorithm>

#include "ui/inputs/field_frame.h"

namespace zp {
namespace {

constexpr int least_characters = 12;

}  // namespace

ElidedText::ElidedText(const QString& name, const QFont& font, int lines, QWidget* parent)
    : QWidget(parent), lines_(lines) {
  setObjectName(name);
  setFont(font);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ElidedText::setText(const QString& text) {
  if (text == text_) return;
  text_ = text;
  setWrappedTip(*this, {text});
  setAccessibleName(text);
  update();
}

void ElidedText::setLines(int lines) {
  if (lines == lines_) return;
  lines_ = lines;
  updateGeometry();
  update();
}

int ElidedText::linesOfWhole() const {
  QTextLayout layout(text_, font());
  int lines = 0;
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine(), ++lines)
    line.setLineWidth(width());
  layout.endLayout();
  return std::max(lines, 1);
}

QSize ElidedText::sizeHint() const {
  return {fontMetrics().horizontalAdvance(text_) + 2, minimumSizeHint().height()};
}

QSize ElidedText::minimumSizeHint() const {
  return {least_characters * fontMetrics().averageCharWidth(), lines_ * fontMetrics().lineSpacing()};
}

void ElidedText::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setPen(palette().color(foregroundRole()));
  QTextLayout layout(text_, font(), this);
  layout.beginLayout();
  for (int number = 0; number < lines_; ++number) {
    QTextLine line = layout.createLine();
    if (!line.isValid()) break;
    line.setLineWidth(width());
    const int baseline = number * fontMetrics().lineSpacing() + fontMetrics().ascent();
    const QString rest = text_.mid(line.textStart());
    painter.drawText(0, baseline,
                     number + 1 < lines_ ? rest.left(line.textLength())
                                         : fontMetrics().elidedText(rest, Qt::ElideRight, width()));
  }
  layout.endLayout();
}

}  // namespace zp
