// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/message_text.h"

#include <QLabel>
#include <QResizeEvent>
#include <QScrollBar>
#include <algorithm>

#include "ui/theme/wrapped_label.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int most_lines = 6;   ///< longer texts are scrolled
constexpr int least_lines = 2;  ///< height that the text keeps in a small window
constexpr int least_width = 120;

}  // namespace

MessageText::MessageText(QWidget* parent) : QScrollArea(parent), label_(new WrappedLabel) {
  setObjectName(u"messageBar.text"_s);
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::NoFocus);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  viewport()->setAutoFillBackground(false);
  label_->setObjectName(u"messageBar.sentence"_s);
  label_->setTextFormat(Qt::PlainText);
  label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  setWidget(label_);
  label_->setAutoFillBackground(false);  // setWidget() turns it on
}

void MessageText::setText(const QString& text) {
  label_->setText(text);
  verticalScrollBar()->setValue(0);
  updateGeometry();
}

QString MessageText::text() const { return label_->text(); }

QSize MessageText::sizeHint() const {
  return {least_width,
          std::min(label_->heightForWidth(std::max(least_width, width())), heightOf(most_lines))};
}

QSize MessageText::minimumSizeHint() const {
  return {least_width, std::min(sizeHint().height(), heightOf(least_lines))};
}

/// Updates the geometry when the width changes, because line breaks change: the outer layout then asks for
/// the height again.
void MessageText::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) updateGeometry();
}

int MessageText::heightOf(int lines) const { return lines * fontMetrics().lineSpacing() + 2; }

}  // namespace zp
