// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/wrapped_label.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace zp {
namespace {

constexpr int least_label_characters = 12;

}  // namespace

WrappedLabel::WrappedLabel(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setWordWrap(true);
  lines_.setCacheEnabled(true);
}

void WrappedLabel::setWords(const QString& words) {
  if (!underMouse()) setTextInteractionFlags(Qt::NoTextInteraction);
  forget();
  lines_.setText(QString(words).replace(u'\n', QChar::LineSeparator));
  setText(words);
}

QSize WrappedLabel::sizeHint() const { return minimumSizeHint(); }

QSize WrappedLabel::minimumSizeHint() const {
  return {least_label_characters * fontMetrics().averageCharWidth(), fontMetrics().height()};
}

int WrappedLabel::heightForWidth(int width) const {
  for (const auto& known : heights_)
    if (known.first == width) return known.second;
  const int height = static_cast<int>(std::ceil(laidOut(width).boundingRect().height()));
  heights_.emplace_back(width, height);
  return height;
}

void WrappedLabel::forget() {
  width_ = -1;
  heights_.clear();
}

const QTextLayout& WrappedLabel::laidOut(int width) const {
  if (width == width_) return lines_;
  width_ = width;
  lines_.setFont(font());
  double below = 0;
  lines_.beginLayout();
  for (QTextLine line = lines_.createLine(); line.isValid(); line = lines_.createLine()) {
    line.setLineWidth(width);
    line.setPosition(QPointF(0, below));
    below += line.height() + fontMetrics().leading();
  }
  lines_.endLayout();
  return lines_;
}

/// Makes the text selectable only now: Qt keeps a document of its own for selectable text.
void WrappedLabel::enterEvent(QEnterEvent* event) {
  if (is_selectable_) setTextInteractionFlags(Qt::TextSelectableByMouse);
  QLabel::enterEvent(event);
}

void WrappedLabel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) forget();
  QLabel::changeEvent(event);
}

void WrappedLabel::paintEvent(QPaintEvent* event) {
  if (textInteractionFlags() != Qt::NoTextInteraction) return QLabel::paintEvent(event);
  QPainter painter(this);
  painter.setPen(palette().color(foregroundRole()));
  laidOut(width()).draw(&painter, QPointF(0, 0));
}

}  // namespace zp
