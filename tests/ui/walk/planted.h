// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace zp::walk {

class Report;

/// Runs the walk's own checkers on a small window that has one fault: "crash", "warning", "focus", "clipped",
/// "computes" or "sleeps"; with "none" it has no fault. Returns false if there is no fault of that name.
bool walkPlanted(const QString& fault, Report& report);

}  // namespace zp::walk
