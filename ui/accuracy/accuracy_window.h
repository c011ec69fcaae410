// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QWidget;

namespace zp {

struct Accuracy;

/// Help ▸ How right is this: a window of its own, beside the one it belongs to, that deletes itself when
/// closed. `accuracy` must outlive it. Links open in the browser.
QDialog* makeAccuracyWindow(const Accuracy& accuracy, QWidget* parent);

}  // namespace zp
