// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QDialog;
class QWidget;

namespace zp {

class PlanModel;

/// Shows Plan ▸ All settings, searched for `text` if there is any, in a window beside `parent`, of which
/// there is at most one, so that numbers and charts follow each change.
QDialog* showSheetWindow(PlanModel& model, QWidget* parent, const QString& text = {});

}  // namespace zp
