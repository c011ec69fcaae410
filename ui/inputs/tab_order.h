// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace zp {

/// Makes Tab go from `before` into `part`, a widget of the same window with all its children, as if it had
/// been created there; widgets added to a window later would otherwise come last. Returns the last tab stop
/// in it, or `before`. Widgets that do not accept focus keep their position, so they must not have a focus
/// proxy: Tab would follow it back.
QWidget& moveInTabOrder(QWidget& before, QWidget& part);

}  // namespace zp
