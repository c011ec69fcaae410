// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QWidget;

namespace zp {

class PlanModel;

/// Help ▸ ZeRO explained: a window about the plan as it is now, whose strategy it takes over when asked;
/// owned by `parent`, not shown yet.
QDialog* makeLessonWindow(PlanModel& model, QWidget* parent);

}  // namespace zp
