// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QDialog;
class QWidget;

namespace zp {

class PlanModel;

/// Plan ▸ All settings: shows the window of it that stands beside `parent`, one at most, so that numbers and
/// charts follow each change; searched for `text` where there is any.
QDialog* showSheetWindow(PlanModel& model, QWidget* parent, const QString& text = {});

}  // namespace zp
