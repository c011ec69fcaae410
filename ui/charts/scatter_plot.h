// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/plot.h"
#include "ui/charts/scatter_axis.h"
#include "ui/charts/scatter_chart_data.h"

namespace zp {

/// Draws a ScatterChartData: an item is a point, chosen by a click or Return; the arrow keys move along the
/// line.
class ScatterPlot : public Plot {
 public:
  ScatterPlot();

  void setData(const ScatterChartData& points);
  [[nodiscard]] const ScatterChartData& data() const { return data_; }
  /// Moves the limits during dragging, before new data arrive.
  void moveLimits(double most_x, double y_limit);

  [[nodiscard]] const ChartWords& words() const override { return data_; }
  [[nodiscard]] QStringList spoken(int point, int part) const override;
  [[nodiscard]] ChartTable table() const override { return chartTable(data_); }
  [[nodiscard]] std::unique_ptr<Plot> copy() const override;
  [[nodiscard]] QSize usualSize() const override { return {560, 360}; }
  [[nodiscard]] QSize pictureSize() const override { return {1000, 600}; }

  [[nodiscard]] int itemCount() const override { return static_cast<int>(data_.points.size()); }
  [[nodiscard]] int walkCount() const override { return data_.walks_all ? itemCount() : data_.line_count; }
  /// Returns the point called "best" or "present"; the other points have no names.
  [[nodiscard]] int itemNamed(const QString& name) const override;
  [[nodiscard]] int itemAt(QPointF pos) const override;  ///< the nearest point within reach of the mouse
  [[nodiscard]] QRectF itemRect(int point) const override;
  [[nodiscard]] QString tip(int point, int part) const override;
  [[nodiscard]] int keptItem(int point) const override;
  [[nodiscard]] int firstItem() const override;  ///< the best point on the line, or its first
  [[nodiscard]] std::vector<QRectF> legendRects() const override;

  [[nodiscard]] QPointF placeOf(const ScatterPoint& point) const { return {xOf(point.x), yOf(point.y)}; }
  [[nodiscard]] double xOf(double value) const;
  [[nodiscard]] double yOf(double value) const;
  [[nodiscard]] QPointF valueAt(QPointF pos) const;  ///< in the units of the axes, clipped to them
  /// Return a value moved by `steps` keyboard steps along the axis.
  [[nodiscard]] double xFrom(double value, double steps) const { return whole_x_.moved(value, steps); }
  [[nodiscard]] double yFrom(double value, double steps) const { return whole_y_.moved(value, steps); }
  /// Return the ends of the whole axes, even if only a part is shown.
  [[nodiscard]] double upperX() const { return whole_x_.upper(); }
  [[nodiscard]] double upperY() const { return whole_y_.upper(); }
  [[nodiscard]] std::optional<AxisSpan> wholeSpan(Qt::Orientation axis) const override;
  /// Return the limits, or the values at which nothing is excluded.
  [[nodiscard]] double mostX() const;
  [[nodiscard]] double limitOfY() const;
  /// Return the grips of the limits: small rectangles at the top and on the right of the plot.
  [[nodiscard]] QRectF mostGrip() const;
  [[nodiscard]] QRectF yGrip() const;
  /// Return the rectangles of the texts in the plot; empty if there are none or no space.
  [[nodiscard]] QRectF presentRect() const { return present_rect_; }
  [[nodiscard]] QRectF bestRect() const { return best_rect_; }
  [[nodiscard]] QRectF capacityRect() const { return capacity_rect_; }
  [[nodiscard]] QRectF beyondRect() const { return beyond_rect_; }
  [[nodiscard]] QRectF mostRect() const { return most_rect_; }
  [[nodiscard]] QRectF yRect() const { return y_rect_; }
  [[nodiscard]] QRectF levelRect() const { return level_rect_; }

 private:
  void fit() override;
  void recolor() override {}
  void paintBackdrop(QPainter& painter) const override;
  void paintForeground(QPainter& painter) const override;
  void paintFocus(QPainter& painter) const override;
  [[nodiscard]] QSize leastPlot() const override { return {220, 120}; }

  [[nodiscard]] const ScatterPoint& point(int index) const {
    return data_.points[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] bool isShown(const ScatterPoint& point) const;
  [[nodiscard]] QFont smallFont() const;
  [[nodiscard]] QFont markFont() const;
  /// Computes the rectangles of the texts in the plot.
  void placeWords();
  void paintLegend(QPainter& painter) const;
  void paintPoints(QPainter& painter) const;
  [[nodiscard]] QColor colorOf(const ScatterPoint& point) const;
  void paintPoint(QPainter& painter, const ScatterPoint& point, QPointF at, double radius) const;
  /// Paints a point with an outline, as on the line.
  void paintRinged(QPainter& painter, const ScatterPoint& point, QPointF at) const;
  void paintLine(QPainter& painter) const;
  void paintMarks(QPainter& painter) const;
  void paintLimits(QPainter& painter) const;
  void paintLevel(QPainter& painter) const;
  void paintBands(QPainter& painter) const;
  /// Returns the line on which y is `factor` times x, within the plot.
  [[nodiscard]] QLineF ratioLine(double factor) const;
  [[nodiscard]] QColor bandColor(const ScatterBand& band) const;
  void paintWords(QPainter& painter, const QRectF& place, const QString& text, const QColor& color,
                  const QFont& font) const;

  ScatterChartData data_;
  ScatterAxis whole_x_, whole_y_;
  ScatterAxis x_axis_, y_axis_;  ///< the shown parts
  QRectF present_rect_, best_rect_, capacity_rect_, beyond_rect_, most_rect_, y_rect_, level_rect_;
};

}  // namespace zp
