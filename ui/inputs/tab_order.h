// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace zp {

/// Tab goes from `before` into `part`, a widget of the same window with all that is in it, as if the part had
/// stood there from the first: what is put into a window later comes last. The last stop in it, or `before`.
/// A widget that takes no focus stays where it was, so it must have no focus proxy: Tab would follow it back.
QWidget& moveInTabOrder(QWidget& before, QWidget& part);

}  // namespace zp
