// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace zp {

/// Makes Tab go from `before` into `part`, a widget of the same window with all its children, as if it had
/// been there from the first; a widget added to a window later would otherwise come last. Returns the last
/// stop in it, or `before`. A widget that takes no focus stays where it was, so it must have no focus proxy:
/// Tab would follow it back.
QWidget& moveInTabOrder(QWidget& before, QWidget& part);

}  // namespace zp
