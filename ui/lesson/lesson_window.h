// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QWidget;

namespace zp {

class PlanModel;

/// Shows Help ▸ ZeRO explained in a separate window, at most one per `parent`, for the plan at the time of
/// opening; on request the plan adopts a strategy.
QDialog* showLessonWindow(PlanModel& model, QWidget* parent);

}  // namespace zp
