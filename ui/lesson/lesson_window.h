// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QWidget;

namespace zp {

class PlanModel;

/// Shows Help ▸ ZeRO explained in a window beside `parent`, of which there is at most one, about the plan as
/// it was when the window opened; on request the plan takes over a strategy.
QDialog* showLessonWindow(PlanModel& model, QWidget* parent);

}  // namespace zp
