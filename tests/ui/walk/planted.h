// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace zp::walk {

class Report;

/// Walks with the walk's own checkers through a small window that has one fault: "crash", "warning", "focus",
/// "clipped" or "stall"; with "none" it has no fault. False where there is no fault of that name.
bool walkPlanted(const QString& fault, Report& report);

}  // namespace zp::walk
