// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/line_chart_data.h"
#include "ui/charts/plot_parts.h"

namespace zp {

inline constexpr double line_sample_width = 30;  ///< of a line in the legend
inline constexpr double line_sample_gap = 6;     ///< to its name

/// Draws a LineChartData with QCustomPlot; private to ui/charts. It has no behaviour: LineChart on screen and
/// the exporter each own one. All pixel rectangles are those of the last arrange().
class LinePlot : public QCustomPlot {
 public:
  explicit LinePlot(QWidget* parent = nullptr);

  void setData(const LineChartData& lines);
  /// Nothing in QCustomPlot follows a palette by itself.
  void setLook(const ThemeColors& colors, const QFont& font);
  /// Title and note, for pictures that leave the program.
  void setCaptions(bool shown);
  /// The column the keyboard is on; −1 for none.
  void setFocus(int column);
  void setHover(int column);

  /// Margins and tick labels for a picture of that size.
  void arrange(QSize size);
  /// The size below which something would be cut off.
  [[nodiscard]] QSize leastSize() const;
  /// A good size for a picture.
  [[nodiscard]] QSize pictureSize() const;

  [[nodiscard]] int columnAt(QPointF pos) const;      ///< the nearest; −1 beside the plot
  [[nodiscard]] QRectF columnRect(int column) const;  ///< as tall as the plot
  [[nodiscard]] QPointF pointAt(int series, int column) const;
  [[nodiscard]] bool hasPoint(int series, int column) const;
  [[nodiscard]] QRectF todayRect() const;    ///< the words; empty without today's line
  [[nodiscard]] QRectF turningRect() const;  ///< empty where there is none, or no room for its words
  /// The words of the usual values, empty where there is no room for one's.
  [[nodiscard]] std::vector<QRectF> usualRects() const;
  [[nodiscard]] std::vector<QRectF> legendRects() const;
  [[nodiscard]] QRectF plotRect() const;

 private:
  void makeAxes();
  void makeGraphs();
  void fillGraphs();
  void recolorGraphs();
  void fitTicks();
  [[nodiscard]] int columnCount() const { return static_cast<int>(data_.columns.size()); }
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
  [[nodiscard]] double xOf(double value) const;
  [[nodiscard]] double yOf(double value) const;
  [[nodiscard]] QFont smallFont() const;
  [[nodiscard]] QRectF wordsAbove(double x, const QString& text, const QFont& font) const;
  [[nodiscard]] bool hasWordsAbove() const { return !data_.today.text.isEmpty() || !data_.usual.empty(); }
  /// Where no line is; empty where there is no such place.
  [[nodiscard]] QRectF referenceRect() const;
  [[nodiscard]] bool meetsLine(const QRectF& rect) const;
  [[nodiscard]] double captionHeight() const;
  [[nodiscard]] QPen penOf(const LineSeries& series) const;

  void paintBackdrop(QPainter& painter) const;
  void paintForeground(QPainter& painter) const;
  void paintLegend(QPainter& painter) const;
  void paintUsual(QPainter& painter) const;
  void paintMarks(QPainter& painter) const;
  void paintLimit(QPainter& painter) const;
  void paintReference(QPainter& painter) const;
  void paintMarkers(QPainter& painter) const;
  void paintPointer(QPainter& painter) const;
  void paintMarker(QPainter& painter, QPointF at, const LineSeries& series, bool hollow, double radius) const;

  LineChartData data_;
  ThemeColors colors_;
  QFont font_;
  std::vector<QCPGraph*> graphs_;  ///< of the series; the reference behind them
  QSharedPointer<QCPAxisTickerText> x_ticker_, y_ticker_;
  QSize size_;
  bool captions_ = false;
  int focus_ = -1;
  int hover_ = -1;
};

}  // namespace zp
