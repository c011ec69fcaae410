// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QWidget;

namespace zp {

class PlanModel;

/// Help ▸ ZeRO explained: shows the window of it that stands beside `parent`, one at most, about the plan as
/// it was when that opened; the plan takes over a strategy when asked.
QDialog* showLessonWindow(PlanModel& model, QWidget* parent);

}  // namespace zp
