// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace zp::walk {

class Report;

/// Reports a fault for every visible widget of the window that is cut off by the window or by a widget it
/// stands in, unless it can be scrolled into view, and for a window that does not fit its screen.
void checkClipping(const QWidget& window, Report& report);
/// Does the same for a menu, which would close while one waits.
void checkMenuClipping(const QWidget& menu, Report& report);

}  // namespace zp::walk
