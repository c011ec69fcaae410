// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QDialog;
class QWidget;

namespace zp {

class PlanModel;

/// Shows Plan ▸ All settings, filtered by `text` if it is not empty, in a separate window, at most one per
/// `parent`; figures and charts remain visible during changes.
QDialog* showSheetWindow(PlanModel& model, QWidget* parent, const QString& text = {});

}  // namespace zp
