// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/wrapped_label.h"

#include <QEvent>

namespace zp {

WrappedLabel::WrappedLabel(QWidget* parent) : WrappedLabel(QString(), parent) {}

WrappedLabel::WrappedLabel(const QString& text, QWidget* parent) : QLabel(text, parent) { setWordWrap(true); }

int WrappedLabel::heightForWidth(int width) const {
  if (measured_ != text()) {
    measured_ = text();
    heights_ = {};
  }
  for (const Height& known : heights_)
    if (known.width == width) return known.height;
  const int height = QLabel::heightForWidth(width);
  heights_[next_] = {width, height};
  next_ = (next_ + 1) % heights_.size();
  return height;
}

QSize WrappedLabel::sizeHint() const { return minimumWidth() > 0 ? minimumSizeHint() : QLabel::sizeHint(); }

QSize WrappedLabel::minimumSizeHint() const {
  if (minimumWidth() <= 0) return QLabel::minimumSizeHint();
  return {minimumWidth(), fontMetrics().height() + 2 * margin()};
}

void WrappedLabel::changeEvent(QEvent* event) {
  heights_ = {};  // font, style or language changed
  QLabel::changeEvent(event);
}

}  // namespace zp
