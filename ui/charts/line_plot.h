// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/line_chart_data.h"
#include "ui/charts/plot.h"

namespace zp {

inline constexpr double line_sample_width = 30;  ///< width of a line's sample in the legend

/// Draws a LineChartData: an item is a column with one point per line. Nothing can be chosen.
class LinePlot : public Plot {
 public:
  LinePlot();

  void setData(const LineChartData& lines);
  [[nodiscard]] const LineChartData& data() const { return data_; }

  [[nodiscard]] const ChartWords& words() const override { return data_; }
  [[nodiscard]] QStringList spoken(int column, int part) const override;
  [[nodiscard]] ChartTable table() const override { return chartTable(data_); }
  [[nodiscard]] std::unique_ptr<Plot> copy() const override;
  [[nodiscard]] QSize usualSize() const override { return {640, 240}; }
  [[nodiscard]] QSize pictureSize() const override { return {1000, 520}; }

  [[nodiscard]] int itemCount() const override { return static_cast<int>(data_.columns.size()); }
  [[nodiscard]] int itemAt(QPointF pos) const override;      ///< the nearest column; −1 outside the plot
  [[nodiscard]] QRectF itemRect(int column) const override;  ///< a rectangle as tall as the plot
  [[nodiscard]] QString tip(int column, int part) const override;
  [[nodiscard]] int keptItem(int column) const override;
  [[nodiscard]] int firstItem() const override;  ///< the column nearest to today's mark
  [[nodiscard]] std::vector<QRectF> legendRects() const override;
  [[nodiscard]] QPointF pointAt(int series, int column) const;
  [[nodiscard]] QRectF todayRect() const;    ///< rectangle of the text; empty without such a line
  [[nodiscard]] QRectF limitRect() const;    ///< rectangle of the text; empty without a limit
  [[nodiscard]] QRectF turningRect() const;  ///< rectangle of the text; empty if there is none or no space
  [[nodiscard]] std::optional<AxisSpan> wholeSpan(Qt::Orientation axis) const override;
  /// Returns the rectangles of the usual values' texts; empty for those without space.
  [[nodiscard]] std::vector<QRectF> usualRects() const;

 private:
  void fit() override;
  void recolor() override;
  void paintBackdrop(QPainter& painter) const override;
  void paintForeground(QPainter& painter) const override;
  void paintFocus(QPainter& painter) const override;
  [[nodiscard]] QSize leastPlot() const override { return {200, 84}; }

  void makeGraphs();
  void fillGraphs();
  void fitTicks();
  /// Returns the ticks in the shown part of an axis.
  [[nodiscard]] std::vector<LineTick> ticksOf(const LineAxis& axis, const AxisSpan& shown) const;
  [[nodiscard]] int seriesCount() const { return static_cast<int>(data_.series.size()); }
  [[nodiscard]] const LineSeries& series(int index) const {
    return data_.series[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] const LineColumn& column(int index) const {
    return data_.columns[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] const LinePoint& point(int series, int column) const {
    return this->series(series).points[static_cast<std::size_t>(column)];
  }
  [[nodiscard]] bool hasPoint(int series, int column) const;
  [[nodiscard]] bool isPointShown(int series, int column) const;
  [[nodiscard]] double xOf(double value) const;
  [[nodiscard]] double yOf(double value) const;
  [[nodiscard]] QFont smallFont() const;
  [[nodiscard]] QRectF wordsAbove(double x, const QString& text, const QFont& font) const;
  [[nodiscard]] bool hasWordsAbove() const { return !data_.today.text.isEmpty() || !data_.usual.empty(); }
  /// Returns a rectangle that no line crosses; empty if there is none.
  [[nodiscard]] QRectF referenceRect() const;
  [[nodiscard]] bool hasReference() const;
  [[nodiscard]] bool hasLimit() const;
  [[nodiscard]] bool meetsLine(const QRectF& rect) const;
  [[nodiscard]] QPen penOf(const LineSeries& series) const;

  void paintLegend(QPainter& painter) const;
  void paintUsual(QPainter& painter) const;
  void paintMarks(QPainter& painter) const;
  void paintLimit(QPainter& painter) const;
  void paintReference(QPainter& painter) const;
  void paintMarkers(QPainter& painter) const;
  void paintMarker(QPainter& painter, QPointF at, const LineSeries& series, bool hollow, double radius) const;

  LineChartData data_;
  std::vector<QCPGraph*> graphs_;  ///< the graphs of the series; the reference is behind them
  AxisSpan shown_x_, shown_y_;
  std::vector<LineTick> x_ticks_, y_ticks_;  ///< ticks in the shown part
  QSharedPointer<QCPAxisTickerText> x_ticker_, y_ticker_;
};

}  // namespace zp
