// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/model/plan_results.h"

namespace zp {

/// Return true if constants of the plan's times, or of its bytes, are calibrated on this machine.
bool isTimeCalibrated(const Plan& plan);
bool isMemoryCalibrated(const Plan& plan);
/// Returns "Calibrated on …" as a paragraph; "" without a calibration.
QString calibratedHtml(const PlanResults& results);
/// Return the tool tips of the clock's figures as rich text.
QString stepTimeTip(const PlanResults& results);
QString throughputTip(const PlanResults& results);

}  // namespace zp
