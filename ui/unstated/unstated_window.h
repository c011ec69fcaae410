// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QWidget;

namespace zp {

class UnstatedModel;

/// Shows what the plan leaves open in a window beside `parent`, of which there is at most one.
QDialog* showUnstatedWindow(UnstatedModel& unstated, QWidget* parent);

}  // namespace zp
