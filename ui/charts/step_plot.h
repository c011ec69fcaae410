// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis_scale.h"
#include "ui/charts/plot_parts.h"
#include "ui/charts/step_chart_data.h"

namespace zp {

/// Draws a StepChartData with QCustomPlot; private to ui/charts. It has no behaviour: StepChart on screen and
/// the exporter each own one. All pixel rectangles are those of the last arrange().
class StepPlot : public QCustomPlot {
 public:
  explicit StepPlot(QWidget* parent = nullptr);

  void setData(const StepChartData& step);
  /// Nothing in QCustomPlot follows a palette by itself.
  void setLook(const ThemeColors& colors, const QFont& font);
  /// Title and note, for pictures that leave the program.
  void setCaptions(bool shown);
  /// The moment and part the keyboard is on; a moment of −1 for none.
  void setFocus(int moment, int series);
  void setHover(int moment);

  /// Margins and axis ranges for a picture of that size.
  void arrange(QSize size);
  /// The size below which something would be cut off.
  [[nodiscard]] QSize leastSize() const;
  /// A good size for a picture.
  [[nodiscard]] QSize pictureSize() const;

  [[nodiscard]] int momentAt(QPointF pos) const;      ///< the nearest; −1 beside the plot
  [[nodiscard]] int seriesAt(QPointF pos) const;      ///< of the area there; −1 where there is none
  [[nodiscard]] QRectF columnRect(int moment) const;  ///< from the top of the plot to its label's end
  [[nodiscard]] QRectF partRect(int moment,
                                int series) const;   ///< some pixels wide; empty where the value is 0
  [[nodiscard]] QRectF labelRect(int moment) const;  ///< its total and its name
  [[nodiscard]] QRectF peakRect() const;             ///< the words at the mark; empty without one
  [[nodiscard]] QRectF limitRect() const;            ///< the words at the limit; empty without one
  [[nodiscard]] std::vector<QRectF> legendRects() const;
  [[nodiscard]] AxisScale scale() const { return scale_; }

 private:
  void makeAxes();
  void makeGraphs();
  void fillGraphs();
  void recolorGraphs();
  void placeMoments();
  void fitLabels(double pitch);
  void arrangeScale(double height);
  [[nodiscard]] int count() const { return static_cast<int>(data_.bars.rows.size()); }
  [[nodiscard]] const BarRow& row(int index) const {
    return data_.bars.rows[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] bool isApart(int index) const { return data_.moments[static_cast<std::size_t>(index)].apart; }
  [[nodiscard]] bool hasPeak() const { return data_.peak >= 0 && data_.peak < count(); }
  [[nodiscard]] double keyOf(int index) const { return keys_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] double firstKey() const;
  [[nodiscard]] double lastKey() const;
  [[nodiscard]] QRectF plotRect() const;
  [[nodiscard]] double xOf(double key) const;
  [[nodiscard]] double yOf(double value) const;
  [[nodiscard]] double largestTotal() const;
  [[nodiscard]] bool isLimitNear() const;
  [[nodiscard]] QString limitText() const;
  [[nodiscard]] double topOfPeak() const;
  [[nodiscard]] std::vector<double> valuesAt(double key) const;
  [[nodiscard]] QString totalText(const BarRow& row) const;
  [[nodiscard]] double roomOf(int moment) const;
  [[nodiscard]] double pitchFor(const QFont& font) const;
  [[nodiscard]] double labelHeight() const;

  void paintBackdrop(QPainter& painter) const;
  void paintForeground(QPainter& painter) const;
  void paintLabels(QPainter& painter) const;
  void paintLimit(QPainter& painter) const;
  void paintPeak(QPainter& painter) const;
  void paintPointer(QPainter& painter) const;
  void paintFocus(QPainter& painter) const;

  StepChartData data_;
  ThemeColors colors_;
  QFont font_, label_font_;
  std::vector<QCPGraph*> graphs_;
  std::vector<double> keys_;  ///< where each moment stands on the x axis
  QSharedPointer<QCPAxisTickerFixed> ticker_;
  AxisScale scale_;
  QSize size_;
  double pitch_ = 1;  ///< pixels between two moments of the step
  bool captions_ = false;
  int focus_moment_ = -1;
  int focus_series_ = -1;
  int hover_moment_ = -1;
};

}  // namespace zp
