// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/step_chart_data.h"

namespace zp {

class StepPlot;

/// The chart of memory over the moments of one training step, as stacked areas: an item is a moment, a part
/// is a component's memory at that moment, which can be chosen.
class StepChart : public Chart {
  Q_OBJECT

 public:
  explicit StepChart(QWidget* parent = nullptr);

  void setData(const StepChartData& step);
  [[nodiscard]] const StepChartData& data() const;

  [[nodiscard]] QRectF labelRect(int moment) const;
  [[nodiscard]] QRectF peakRect() const;
  [[nodiscard]] QRectF limitRect() const;

 private:
  StepChart(StepPlot* plot, QWidget* parent);

  StepPlot* plot_;
};

}  // namespace zp
