// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tutorial/step_overlay.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QPixmap>

#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int rest_ms = 50;  // milliseconds; short enough to follow a layout, longer than one repaint

}  // namespace

StepOverlay::StepOverlay(QWidget* window) : QWidget(window) {
  setObjectName(u"stepOverlay"_s);
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  rest_.setSingleShot(true);
  rest_.setInterval(rest_ms);
  connect(&rest_, &QTimer::timeout, this, &StepOverlay::place);
  hide();
}

void StepOverlay::mark(std::vector<MarkedControl> controls) {
  hide();
  controls_ = std::move(controls);
  marks_.clear();
  place();
  show();
  raise();
  qApp->installEventFilter(this);
}

/// Frames the controls where they are now. Does nothing if none has moved.
void StepOverlay::place() {
  std::vector<Mark> marks;
  for (const MarkedControl& marked : controls_)
    if (const QRect rect = marked.place(); !rect.isEmpty()) marks.push_back({QRectF(rect), marked.number});
  if (marks == marks_ && size() == parentWidget()->size()) return;
  const bool was_visible = isVisible();
  setVisible(false);  // the numbers are placed on the window's own picture
  marks_ = std::move(marks);
  numbers_ = placeNumbers(parentWidget()->grab().toImage(), marks_);
  setGeometry(parentWidget()->rect());
  setVisible(was_visible);
}

void StepOverlay::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  paintMarks(painter, marks_, numbers_, size(), themeColors());
}

bool StepOverlay::eventFilter(QObject* watched, QEvent* event) {
  const QEvent::Type type = event->type();
  const bool is_input = type == QEvent::MouseButtonPress || type == QEvent::KeyPress;
  if (isVisible() && is_input && event->spontaneous()) {
    qApp->removeEventFilter(this);
    controls_.clear();
    hide();
  } else if (isVisible() && watched != this && watched->isWidgetType() &&
             (type == QEvent::Resize || type == QEvent::Move || type == QEvent::Paint) && !rest_.isActive()) {
    rest_.start();
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace zp
