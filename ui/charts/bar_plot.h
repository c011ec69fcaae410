// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis_scale.h"
#include "ui/charts/bar_chart_data.h"
#include "ui/charts/plot.h"

namespace zp {

/// Draws a BarChartData: an item is a row, a part a segment of its bar. A click chooses a row.
class BarPlot : public Plot {
 public:
  BarPlot();

  void setData(const BarChartData& bars);
  [[nodiscard]] const BarChartData& data() const { return data_; }
  /// Returns true if `bars` has the same rows and series as the present data and differs only in lengths.
  [[nodiscard]] bool differsInLength(const BarChartData& bars) const;
  /// Sets the state of the animation from the previous lengths, 0, to the present ones, 1. Only painting is
  /// affected; rectangles are those of the present data.
  void setProgress(double progress);
  /// Returns the length of a bar as it is painted.
  [[nodiscard]] double paintedTotal(int row) const;

  [[nodiscard]] const ChartWords& words() const override { return data_; }
  [[nodiscard]] QStringList spoken(int item, int part) const override;
  [[nodiscard]] ChartTable table() const override { return chartTable(data_); }
  [[nodiscard]] std::unique_ptr<Plot> copy() const override;
  /// Returns the size with all rows at full height.
  [[nodiscard]] QSize pictureSize() const override;

  [[nodiscard]] int itemCount() const override { return static_cast<int>(data_.rows.size()); }
  [[nodiscard]] int itemNamed(const QString& name) const override { return rowNamed(data_, name); }
  [[nodiscard]] int partNamed(const QString& name) const override { return seriesNamed(data_, name); }
  [[nodiscard]] int itemAt(QPointF pos) const override;
  [[nodiscard]] QRectF itemRect(int row) const override;  ///< the whole line, label included
  [[nodiscard]] int partAt(QPointF pos) const override;
  [[nodiscard]] QRectF partRect(int row, int series) const override;  ///< empty if the value is 0
  [[nodiscard]] QString tip(int row, int series) const override;
  [[nodiscard]] QRectF tipArea(int row, int series) const override;
  [[nodiscard]] int keptItem(int row) const override;
  [[nodiscard]] std::vector<QRectF> legendRects() const override;
  [[nodiscard]] QRectF labelRect(int row) const;
  [[nodiscard]] QRectF totalRect(int row) const;
  /// Returns the highlighted end of a segment; empty for none.
  [[nodiscard]] QRectF litRect(int series) const;
  [[nodiscard]] std::optional<AxisSpan> wholeSpan(Qt::Orientation axis) const override;
  void setLit(int row, const std::vector<double>& values);

 private:
  void fit() override;
  void recolor() override;
  void paintBackdrop(QPainter& painter) const override;
  void paintForeground(QPainter& painter) const override;
  void paintFocus(QPainter& painter) const override;
  [[nodiscard]] QSize leastPlot() const override;

  void makeBars();
  void fillBars();
  void fitAxes();
  [[nodiscard]] const BarRow& row(int index) const { return data_.rows[static_cast<std::size_t>(index)]; }
  [[nodiscard]] double xOf(double value) const;
  [[nodiscard]] double rowCenter(int row) const;
  [[nodiscard]] double barHeight() const;
  [[nodiscard]] bool isClipped(const BarRow& row) const;
  [[nodiscard]] double limitOf(const BarRow& row) const { return row.limit > 0 ? row.limit : data_.limit; }
  /// Returns the largest limit of the chart or of a row.
  [[nodiscard]] double largestLimit() const;
  [[nodiscard]] QFont labelFont(const BarRow& row) const;
  [[nodiscard]] QString totalText(const BarRow& row) const;
  [[nodiscard]] double totalWidth(const BarRow& row) const;
  [[nodiscard]] QColor totalColor(const BarRow& row) const;
  [[nodiscard]] double limitStrip() const;

  [[nodiscard]] double paintedValue(std::size_t row, std::size_t series) const;

  void paintRow(QPainter& painter, int index) const;
  void paintOverflow(QPainter& painter, int index) const;
  void paintBreak(QPainter& painter, int index) const;
  void paintRange(QPainter& painter, int index) const;
  void paintMarks(QPainter& painter, int index) const;
  void paintTotal(QPainter& painter, int index) const;
  void paintLimit(QPainter& painter) const;
  void paintOwnLimit(QPainter& painter, int index) const;
  void paintLit(QPainter& painter) const;

  BarChartData data_;
  std::vector<std::vector<double>> before_;  ///< lengths before the animation, by row and series
  double progress_ = 1;
  int lit_row_ = -1;
  std::vector<double> lit_;  ///< by series
  std::vector<QCPBars*> bars_;
  QSharedPointer<UnitTicker> ticker_;
  AxisScale scale_;
  AxisSpan shown_;  ///< shown part of the x axis
  double pitch_ = 1;
};

}  // namespace zp
