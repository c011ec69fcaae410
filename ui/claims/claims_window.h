// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QWidget;

namespace zp {

class PlanModel;

/// Shows the claims of the two documents in a separate window, at most one per `parent`.
QDialog* showClaimsWindow(PlanModel& model, QWidget* parent);

}  // namespace zp
