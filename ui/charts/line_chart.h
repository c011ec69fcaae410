// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/line_chart_data.h"

namespace zp {

class LinePlot;

/// A chart of lines over two logarithmic axes: an item is a column, and its tip lists every line there.
class LineChart : public Chart {
  Q_OBJECT

 public:
  explicit LineChart(QWidget* parent = nullptr);

  void setData(const LineChartData& lines);
  [[nodiscard]] const LineChartData& data() const;

  [[nodiscard]] QPointF pointAt(int series, int column) const;
  [[nodiscard]] QRectF plotRect() const;
  [[nodiscard]] QRectF todayRect() const;
  [[nodiscard]] QRectF limitRect() const;
  [[nodiscard]] QRectF turningRect() const;
  [[nodiscard]] std::vector<QRectF> usualRects() const;

 private:
  LineChart(LinePlot* plot, QWidget* parent);

  LinePlot* plot_;
};

}  // namespace zp
