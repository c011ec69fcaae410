// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/model/plan_results.h"

namespace zp {

/// These return true if runs on this machine have calibrated the constants of the plan's times, or
/// of its bytes.
bool isTimeCalibrated(const Plan& plan);
bool isMemoryCalibrated(const Plan& plan);
/// Returns "Calibrated on …" as a paragraph; "" if nothing was measured.
QString calibratedHtml(const PlanResults& results);
/// These return the tool tips of the clock's tiles, as rich text.
QString stepTimeTip(const PlanResults& results);
QString throughputTip(const PlanResults& results);

}  // namespace zp
