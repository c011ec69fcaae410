// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>

class QWidget;

namespace zp {

/// Sets what a screen reader calls a widget that paints itself, which Qt knows as a filler only. A button can
/// then be pressed by an assistive tool, which acts as Return does. It must be called before the widget gets
/// its name; the role may change later.
void setAccessibleRole(QWidget& widget, QAccessible::Role role);

}  // namespace zp
