// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariantAnimation>
#include <optional>

#include "ui/charts/bar_chart_data.h"
#include "ui/charts/chart.h"

namespace zp {

class BarPlot;

/// A chart of stacked horizontal bars that can be chosen: an item is a row, a part is a segment. The selected
/// row changes only with new data.
class BarChart : public Chart {
  Q_OBJECT

 public:
  explicit BarChart(QWidget* parent = nullptr);

  /// Shows new data. If only bar lengths change, the bars are animated for at most 120 ms, unless system
  /// settings disable animation or something is being dragged; data that arrive during the animation are
  /// shown at once.
  void setBars(const BarChartData& bars);
  /// Sets the duration of the animation in milliseconds; the default is the style's, and 0 without a screen.
  void setMotion(int milliseconds) { motion_ = milliseconds; }
  [[nodiscard]] const BarChartData& bars() const;

  /// Highlights this much of each segment of a row, one value per series, and dims the rest of the row; −1
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
  QVariantAnimation way_;  ///< animates the bars
  std::optional<int> motion_;
};

}  // namespace zp
