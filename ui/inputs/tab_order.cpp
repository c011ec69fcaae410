// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/tab_order.h"

#include <QWidget>

namespace zp {

QWidget& moveInTabOrder(QWidget& before, QWidget& part) {
  QList<QWidget*> stops;
  for (QWidget* stop = &part; stop == &part || part.isAncestorOf(stop); stop = stop->nextInFocusChain()) {
    if (stop == &part && !stops.isEmpty()) break;
    stops << stop;
  }
  QWidget* last = &before;
  for (QWidget* stop : stops) {
    if (stop->focusPolicy() == Qt::NoFocus || stop->focusProxy() != nullptr) continue;
    QWidget::setTabOrder(last, stop);
    last = stop;
  }
  return *last;
}

}  // namespace zp
