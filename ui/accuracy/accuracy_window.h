// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QWidget;

namespace zp {

struct Accuracy;

/// Help ▸ How right is this: shows the window of it that stands beside `parent`, one at most. `accuracy` must
/// outlive it. Links open in the browser.
QDialog* showAccuracyWindow(const Accuracy& accuracy, QWidget* parent);

}  // namespace zp
