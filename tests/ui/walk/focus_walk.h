// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace zp::walk {

class Report;

/// Presses Tab in the window from its first field until the focus is back there, and returns the fields in
/// this order. Reports a fault for a focus that never comes back, that leaves the window or is nowhere, and
/// for a field that Tab does not reach.
QStringList walkFocus(QWidget& window, Report& report);

}  // namespace zp::walk
