// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/scatter_chart_data.h"

namespace zp {

class ScatterPlot;

/// A scatter chart over two axes, with a line through some points, and one limit per axis that can be dragged
/// by its grip, or moved with Shift and the arrow keys; a double click on the grip, or Shift+Home, removes
/// it.
class ScatterChart : public Chart {
  Q_OBJECT

 public:
  explicit ScatterChart(QWidget* parent = nullptr);

  void setData(const ScatterChartData& points);
  [[nodiscard]] const ScatterChartData& data() const;
  /// Marks a point pointed at in another widget, as if the mouse were on it; −1 for none.
  void pointAt(int point);

  [[nodiscard]] QPointF placeOf(int point) const;
  [[nodiscard]] QRectF plotRect() const;
  [[nodiscard]] QRectF mostGrip() const;
  [[nodiscard]] QRectF yGrip() const;
  /// Returns the rectangles of the texts in the plot that have space.
  [[nodiscard]] std::vector<QRectF> wordRects() const;

 signals:
  /// The user pinned a point: by Ctrl+click, or P for the one with the keyboard focus.
  void markRequested(int point);
  /// The user double-clicked a point, or pressed Return on it; activated() was emitted before.
  void doubleActivated(int point);
  /// The user moved the limits; 0 = none.
  void limitsMoved(double most_x, double y_limit);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
  enum class Grip { none, most_x, y_limit };
  ScatterChart(ScatterPlot* plot, QWidget* parent);
  [[nodiscard]] Grip gripAt(QPointF pos) const;
  void drag(QPointF pos);
  void move(double most_x, double y_limit);
  [[nodiscard]] double noLimitOfY() const;

  ScatterPlot* plot_;
  Grip dragged_ = Grip::none;
};

}  // namespace zp
