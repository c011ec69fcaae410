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

StepOverlay::StepOverlay(QWidget* window) : QWidget(window) {
  setObjectName(u"stepOverlay"_s);
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  hide();
}

void StepOverlay::mark(const std::vector<Mark>& marks) {
  hide();
  marks_ = marks;
  numbers_ = placeNumbers(parentWidget()->grab().toImage(), marks);
  setGeometry(parentWidget()->rect());
  show();
  raise();
  qApp->installEventFilter(this);
}

void StepOverlay::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  paintMarks(painter, marks_, numbers_, size(), themeColors());
}

bool StepOverlay::eventFilter(QObject* watched, QEvent* event) {
  const bool is_input = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::KeyPress;
  const bool moves = event->type() == QEvent::Resize && watched == parentWidget();
  if (isVisible() && (moves || (is_input && event->spontaneous()))) {
    qApp->removeEventFilter(this);
    hide();
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace zp
