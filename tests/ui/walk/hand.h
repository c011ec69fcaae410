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

/// Waits until what was started by an event is done and drawn.
void settle();
/// False where that place is outside the window, so that nobody can click there.
bool click(QWidget& widget);
bool click(QWidget& widget, QPoint at, Qt::MouseButton button = Qt::LeftButton);
void key(QWidget& widget, Qt::Key key, Qt::KeyboardModifiers modifiers = {});
/// Both halves of a key press or a click, the second only where the first has not closed and deleted the
/// window.
void pressAndRelease(QWindow* window, Qt::Key key, Qt::KeyboardModifiers modifiers);
void pressAndRelease(QWindow* window, Qt::MouseButton button, QPoint at);
/// Waits until the window is on the screen, up to five seconds.
bool isShown(QWidget& window);
/// Closes the popups that are open.
void closePopups();

}  // namespace zp::walk
