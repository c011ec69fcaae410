// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QWidget;

namespace zp {

class PlanModel;

/// Plan ▸ All settings: a window beside the main one, so that numbers and charts follow each change; owned by
/// `parent`, not shown yet.
QDialog* makeSheetWindow(PlanModel& model, QWidget* parent);

}  // namespace zp
