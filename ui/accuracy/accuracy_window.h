// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QWidget;

namespace zp {

struct Accuracy;

/// Shows Help ▸ How right is this in a window beside `parent`, of which there is at most one. `accuracy` must
/// outlive it. Links open in the browser.
QDialog* showAccuracyWindow(const Accuracy& accuracy, QWidget* parent);

}  // namespace zp
