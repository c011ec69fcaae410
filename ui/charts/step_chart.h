// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/step_chart_data.h"

namespace zp {

class StepPlot;

/// Memory over the moments of one training step as stacked areas. ←, →, Home and End go from moment to
/// moment, ↑ and ↓ from part to part; Return, or a click on an area, asks what that part is. Tool tips list
/// every part of a moment; with the keyboard they come as one moves. Fed by plain data, it computes nothing.
class StepChart : public Chart {
  Q_OBJECT

 public:
  explicit StepChart(QWidget* parent = nullptr);
  ~StepChart() override;

  void setData(const StepChartData& step);
  [[nodiscard]] const StepChartData& data() const { return data_; }

  /// For other widgets and for tests, in this widget's logical pixels.
  [[nodiscard]] QRectF columnRect(int moment) const;
  [[nodiscard]] QRectF partRect(int moment, int series) const;
  [[nodiscard]] QRectF labelRect(int moment) const;
  [[nodiscard]] QRectF peakRect() const;
  [[nodiscard]] QRectF limitRect() const;
  [[nodiscard]] std::vector<QRectF> legendRects() const;
  /// What a tool tip at that point would say; empty where there is none.
  [[nodiscard]] QString tipAt(QPointF pos) const;

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  /// That part of that moment was chosen.
  void partActivated(int moment, int series);

 protected:
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  [[nodiscard]] QImage makeImage(double scale) const override;
  [[nodiscard]] QString writePicture(const QString& path, double scale) const override;
  [[nodiscard]] int count() const { return static_cast<int>(data_.bars.rows.size()); }
  [[nodiscard]] double valueOf(int moment, int series) const;
  [[nodiscard]] int largestSeries(int moment) const;
  [[nodiscard]] int nextSeries(int moment, int from, int step) const;
  [[nodiscard]] QString tipOf(int moment, int series) const;
  void moveTo(int moment);
  void moveToPart(int step);
  void showTip();
  void redraw();
  void followScreen();
  void describe();

  StepChartData data_;
  StepPlot* plot_;
  int moment_ = -1;  ///< where the keyboard is
  int series_ = -1;
  int hovered_ = -1;
};

}  // namespace zp
