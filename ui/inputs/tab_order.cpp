// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/tab_order.h"

#include <QWidget>

namespace zp {
namespace {

/// Returns true for the line edit inside a spin or combo box, which QWidget::setTabOrder moves along with its
/// box.
bool isInsideItsStop(const QWidget& widget) {
  return widget.focusProxy() != nullptr && widget.focusProxy()->isAncestorOf(&widget);
}

/// Returns the last widget up to `widget` after which QWidget::setTabOrder can insert another; it handles
/// only widgets that accept focus.
QWidget* lastStopUpTo(QWidget* widget) {
  QWidget* stop = widget;
  while (stop->focusPolicy() == Qt::NoFocus && stop->previousInFocusChain() != widget)
    stop = stop->previousInFocusChain();
  return stop;
}

}  // namespace

QWidget& moveInTabOrder(QWidget& before, QWidget& part) {
  QList<QWidget*> stops;
  QWidget* widget = &part;
  do {
    if (widget->focusPolicy() != Qt::NoFocus && !isInsideItsStop(*widget)) stops << widget;
    widget = widget->nextInFocusChain();
  } while (part.isAncestorOf(widget));
  QWidget* last = lastStopUpTo(&before);
  for (QWidget* stop : stops) {
    QWidget::setTabOrder(last, stop);
    last = stop;
  }
  return stops.isEmpty() ? before : *last;
}

}  // namespace zp
