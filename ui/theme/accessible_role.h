// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>

class QWidget;

namespace zp {

/// Sets the screen-reader role of a self-painted widget, which Qt would report as a filler. A button can then
/// be pressed by assistive tools, which acts like Return. Must be called before the widget gets its name; the
/// role may change later.
void setAccessibleRole(QWidget& widget, QAccessible::Role role);

}  // namespace zp
