// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariantAnimation>
#include <optional>

#include "ui/charts/bar_chart_data.h"
#include "ui/charts/chart.h"

namespace zp {

class BarPlot;

/// A chart of stacked horizontal bars that can be chosen: an item is a row, a part a segment. The selected
/// row changes only with the next data.
class BarChart : public Chart {
  Q_OBJECT

 public:
  explicit BarChart(QWidget* parent = nullptr);

  /// Shows other data. Bars that only change in length move there, in at most 120 ms, if the system has
  /// widgets move and nothing is being dragged; while they move, further data are shown at once.
  void setBars(const BarChartData& bars);
  /// Sets how long bars move, in milliseconds; by default the style's time, and 0 without a screen.
  void setMotion(int milliseconds) { motion_ = milliseconds; }
  [[nodiscard]] const BarChartData& bars() const;

  /// Highlights so much of each segment of that row, one value a series, and dims the rest of it; −1
  /// for no row.
  void setLit(int row, const std::vector<double>& values);
  /// Returns the highlighted part of a segment; empty for none.
  [[nodiscard]] QRectF litRect(int series) const;

  [[nodiscard]] QRectF labelRect(int row) const;
  [[nodiscard]] QRectF totalRect(int row) const;

 private:
  BarChart(BarPlot* plot, QWidget* parent);

  [[nodiscard]] int motionTime() const;

  BarPlot* plot_;
  QVariantAnimation way_;  ///< of the bars
  std::optional<int> motion_;
};

}  // namespace zp
