// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/model/plan_results.h"

namespace zp {

/// Whether runs of this machine have moved what the plan's times, or its bytes, are made of.
bool isTimeCalibrated(const Plan& plan);
bool isMemoryCalibrated(const Plan& plan);
/// "Calibrated on …" as a paragraph; "" where nothing was measured.
QString calibratedHtml(const PlanResults& results);
/// What the tiles of the clock say when the mouse rests on them, as rich text.
QString stepTimeTip(const PlanResults& results);
QString throughputTip(const PlanResults& results);

}  // namespace zp
