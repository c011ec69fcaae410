// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QRect>

class QAbstractButton;
class QMenu;
class QWidget;
class QWindow;

/// Mouse and keyboard actions of a user, sent as the window system sends them.
namespace zp::walk {

/// Waits until everything that an event started is done and drawn.
void settle();
/// Clicks on the widget. Returns false if that place is outside the window, so that nobody can click there.
bool click(QWidget& widget);
bool click(QWidget& widget, QPoint at, Qt::MouseButton button = Qt::LeftButton);
void key(QWidget& widget, Qt::Key key, Qt::KeyboardModifiers modifiers = {});
/// Returns the place in the window that is nearest to `at`: an event before may have made the window smaller.
QPoint nearestIn(const QWindow& window, QPoint at);
/// Sends both halves of a key press or a click; the second only if the first has not closed and
/// deleted the window.
void pressAndRelease(QWindow* window, Qt::Key key, Qt::KeyboardModifiers modifiers);
void pressAndRelease(QWindow* window, Qt::MouseButton button, QPoint at);
/// Waits up to five seconds until the window is on the screen; returns false if it is not.
bool isShown(QWidget& window);
/// Closes the popups that are open.
void closePopups();

}  // namespace zp::walk
