// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

class QDialog;
class QWidget;

namespace zp {

class Chart;
struct Accuracy;

/// Asks for a file and writes the chart to it: see Chart::saveRequested.
using SaveChart = std::function<void(Chart& chart, const QString& suffix, double scale)>;

/// Shows Help ▸ How right is this in a separate window, at most one per `parent`. `accuracy` must outlive it.
/// Links open in the browser; `save` writes its chart.
QDialog* showAccuracyWindow(const Accuracy& accuracy, QWidget* parent, const SaveChart& save = {});

}  // namespace zp
