// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace zp {

class Chart;
class PlanModel;

/// A view whose picture can leave the program.
class ChartView : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// The chart in front, or of several the one last used; up to date even when hidden, its title naming the
  /// plan by a hash.
  [[nodiscard]] virtual Chart& chartForExport() = 0;

 signals:
  /// A chart's context menu wants a file: see Chart.
  void saveRequested(const QString& suffix, double scale);
};

/// What titles of pictures call the plan: its file, and a hash of what was estimated.
QString planNameForExport(const PlanModel& model);

}  // namespace zp
