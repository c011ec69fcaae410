// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QWidget;

namespace zp {

class UnstatedModel;

/// Shows the plan's unstated settings in a separate window, at most one per `parent`.
QDialog* showUnstatedWindow(UnstatedModel& unstated, QWidget* parent);

}  // namespace zp
