// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis_scale.h"
#include "ui/charts/plot.h"
#include "ui/charts/scatter_chart_data.h"

namespace zp {

/// Draws a ScatterChartData: an item is a point, chosen by a click or Return; the keys walk along the line.
class ScatterPlot : public Plot {
 public:
  ScatterPlot();

  void setData(const ScatterChartData& points);
  [[nodiscard]] const ScatterChartData& data() const { return data_; }
  /// Moves the limits while the user drags them, before there are new data.
  void moveLimits(double most_x, double least_y);

  [[nodiscard]] const ChartWords& words() const override { return data_; }
  [[nodiscard]] QStringList spoken(int point, int part) const override;
  [[nodiscard]] std::unique_ptr<Plot> copy() const override;
  [[nodiscard]] QSize usualSize() const override { return {560, 360}; }
  [[nodiscard]] QSize pictureSize() const override { return {1000, 600}; }

  [[nodiscard]] int itemCount() const override { return static_cast<int>(data_.points.size()); }
  [[nodiscard]] int walkCount() const override { return data_.line_count; }
  /// Returns the point called "best" or "present"; thousands have no name.
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
  [[nodiscard]] double xStep() const { return x_scale_.step; }
  [[nodiscard]] double yStep() const { return y_scale_.step; }
  /// These return the grips of the limits: small rectangles at the top and at the right of the plot.
  [[nodiscard]] QRectF mostGrip() const;
  [[nodiscard]] QRectF leastGrip() const;
  /// These return the places of the words in the plot; empty if there are none, or no room.
  [[nodiscard]] QRectF presentRect() const { return present_rect_; }
  [[nodiscard]] QRectF bestRect() const { return best_rect_; }
  [[nodiscard]] QRectF capacityRect() const { return capacity_rect_; }
  [[nodiscard]] QRectF beyondRect() const { return beyond_rect_; }
  [[nodiscard]] QRectF mostRect() const { return most_rect_; }
  [[nodiscard]] QRectF leastRect() const { return least_rect_; }

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
  /// Computes the places of the words in the plot.
  void placeWords();
  void paintLegend(QPainter& painter) const;
  void paintPoints(QPainter& painter) const;
  [[nodiscard]] QColor colorOf(const ScatterPoint& point) const;
  void paintPoint(QPainter& painter, const ScatterPoint& point, QPointF at, double radius) const;
  /// Paints a point as the points of the line are marked.
  void paintRinged(QPainter& painter, const ScatterPoint& point, QPointF at) const;
  void paintLine(QPainter& painter) const;
  void paintMarks(QPainter& painter) const;
  void paintLimits(QPainter& painter) const;
  void paintWords(QPainter& painter, const QRectF& place, const QString& text, const QColor& color,
                  const QFont& font) const;

  ScatterChartData data_;
  AxisScale x_scale_, y_scale_;
  QSharedPointer<UnitTicker> x_ticker_, y_ticker_;
  QRectF present_rect_, best_rect_, capacity_rect_, beyond_rect_, most_rect_, least_rect_;
};

}  // namespace zp
