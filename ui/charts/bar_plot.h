// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis_scale.h"
#include "ui/charts/bar_chart_data.h"
#include "ui/charts/plot_parts.h"
#include "ui/qcp.h"

namespace zp {

/// Draws a BarChartData with QCustomPlot; private to ui/charts. It has no behaviour: BarChart on screen and
/// the exporter each own one. All pixel rectangles are those of the last arrange().
class BarPlot : public QCustomPlot {
 public:
  explicit BarPlot(QWidget* parent = nullptr);

  void setData(const BarChartData& bars);
  /// Nothing in QCustomPlot follows a palette by itself.
  void setLook(const ThemeColors& colors, const QFont& font);
  /// Title and note, for pictures that leave the program.
  void setCaptions(bool shown);
  /// The row the keyboard is on gets the focus ring; −1 for none.
  void setFocusRow(int row);
  void setHoverRow(int row);

  /// Margins and axis ranges for a picture of that size.
  void arrange(QSize size);
  /// The size below which something would be cut off.
  [[nodiscard]] QSize leastSize() const;
  /// A good size for a picture: every row at its full pitch.
  [[nodiscard]] QSize pictureSize() const;

  [[nodiscard]] int rowAt(QPointF pos) const;                   ///< −1 if none
  [[nodiscard]] int seriesAt(int row, QPointF pos) const;       ///< −1 beside the bar
  [[nodiscard]] QRectF rowRect(int row) const;                  ///< the whole line, label included
  [[nodiscard]] QRectF segmentRect(int row, int series) const;  ///< empty where the value is 0
  [[nodiscard]] QRectF labelRect(int row) const;
  [[nodiscard]] QRectF totalRect(int row) const;
  [[nodiscard]] std::vector<QRectF> legendRects() const;
  [[nodiscard]] AxisScale scale() const { return scale_; }

 private:
  void makeAxes();
  void makeBars();
  void fillBars();
  void recolorBars();
  void arrangeAxes(QSize size);
  [[nodiscard]] int rowCount() const { return static_cast<int>(data_.rows.size()); }
  [[nodiscard]] const BarRow& row(int index) const { return data_.rows[static_cast<std::size_t>(index)]; }
  [[nodiscard]] QRectF plotRect() const;
  [[nodiscard]] double xOf(double value) const;
  [[nodiscard]] double rowCenter(int row) const;
  [[nodiscard]] double barHeight() const;
  [[nodiscard]] bool isClipped(const BarRow& row) const;
  /// Where a row's text may begin: behind the bar, and behind its range where that lies on it.
  [[nodiscard]] double endOf(const BarRow& row) const;
  [[nodiscard]] QFont labelFont(const BarRow& row) const;
  [[nodiscard]] QString totalText(const BarRow& row) const;
  [[nodiscard]] double totalWidth(const BarRow& row) const;
  [[nodiscard]] QColor totalColor(const BarRow& row) const;
  [[nodiscard]] double limitStrip() const;
  [[nodiscard]] double captionHeight() const;

  void paintBackdrop(QPainter& painter) const;
  void paintForeground(QPainter& painter) const;
  void paintRow(QPainter& painter, int index) const;
  void paintOverflow(QPainter& painter, int index) const;
  void paintBreak(QPainter& painter, int index) const;
  void paintRange(QPainter& painter, int index) const;
  void paintTotal(QPainter& painter, int index) const;
  void paintLimit(QPainter& painter) const;

  BarChartData data_;
  ThemeColors colors_;
  QFont font_;
  std::vector<QCPBars*> bars_;
  QSharedPointer<QCPAxisTickerFixed> ticker_;
  AxisScale scale_;
  QSize size_;
  double pitch_ = 1;
  bool captions_ = false;
  int focus_row_ = -1;
  int hover_row_ = -1;
};

}  // namespace zp
