// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/hand.h"

#include <QApplication>
#include <QPointer>
#include <QWidget>
#include <QWindow>
#include <QtTest>
#include <algorithm>

namespace zp::walk {

void settle() {
  for (int i = 0; i < 3; ++i) {
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
}

bool click(QWidget& widget) { return click(widget, widget.rect().center()); }

bool click(QWidget& widget, QPoint at, Qt::MouseButton button) {
  const QWidget* window = widget.window();
  if (window->windowHandle() == nullptr || !window->rect().contains(widget.mapTo(window, at))) return false;
  pressAndRelease(window->windowHandle(), button, widget.mapTo(window, at));
  settle();
  return true;
}

void key(QWidget& widget, Qt::Key key, Qt::KeyboardModifiers modifiers) {
  if (widget.window()->windowHandle() == nullptr) return;
  pressAndRelease(widget.window()->windowHandle(), key, modifiers);
  settle();
}

QPoint nearestIn(const QWindow& window, QPoint at) {
  return {std::clamp(at.x(), 0, std::max(window.width() - 1, 0)),
          std::clamp(at.y(), 0, std::max(window.height() - 1, 0))};
}

void pressAndRelease(QWindow* window, Qt::Key key, Qt::KeyboardModifiers modifiers) {
  // Sends no press of Alt and its like first: that may close a menu, and keyClick() would go on with it.
  const bool has_text = key < Qt::Key_Escape && (modifiers & ~Qt::ShiftModifier) == Qt::NoModifier;
  const QString text = has_text ? QString(QLatin1Char(QTest::keyToAscii(key))) : QString();
  const QPointer<QWindow> kept = window;
  for (const bool is_press : {true, false})
    if (kept) QTest::simulateEvent(kept, is_press, key, modifiers, text, false);
}

void pressAndRelease(QWindow* window, Qt::MouseButton button, QPoint at) {
  const QPointer<QWindow> kept = window;
  QTest::mousePress(window, button, {}, nearestIn(*window, at));
  if (kept) QTest::mouseRelease(window, button, {}, nearestIn(*kept, at));
}

bool isShown(QWidget& window) { return QTest::qWaitForWindowExposed(&window); }

void closePopups() {
  while (QWidget* popup = QApplication::activePopupWidget()) {
    popup->close();
    settle();
  }
}

}  // namespace zp::walk
