// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/line_chart_data.h"

namespace zp {

class LinePlot;

/// Lines over two logarithmic axes. ←, →, Home and End go from column to column; tool tips list every line of
/// a column, with the keyboard as one moves. Fed by plain data, it computes nothing.
class LineChart : public Chart {
  Q_OBJECT

 public:
  explicit LineChart(QWidget* parent = nullptr);
  ~LineChart() override;

  void setData(const LineChartData& lines);
  [[nodiscard]] const LineChartData& data() const { return data_; }

  /// For other widgets and for tests, in this widget's logical pixels.
  [[nodiscard]] QRectF columnRect(int column) const;
  [[nodiscard]] QPointF pointAt(int series, int column) const;
  [[nodiscard]] QRectF plotRect() const;
  [[nodiscard]] QRectF todayRect() const;
  [[nodiscard]] QRectF turningRect() const;
  [[nodiscard]] std::vector<QRectF> usualRects() const;
  [[nodiscard]] std::vector<QRectF> legendRects() const;
  /// What a tool tip at that point would say; empty where there is none.
  [[nodiscard]] QString tipAt(QPointF pos) const;

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  [[nodiscard]] QImage makeImage(double scale) const override;
  [[nodiscard]] QString writePicture(const QString& path, double scale) const override;
  [[nodiscard]] int count() const { return static_cast<int>(data_.columns.size()); }
  [[nodiscard]] int startColumn() const;
  void moveTo(int column);
  void redraw();
  void followScreen();
  void describe();

  LineChartData data_;
  LinePlot* plot_;
  int column_ = -1;  ///< where the keyboard is
  int hovered_ = -1;
};

}  // namespace zp
