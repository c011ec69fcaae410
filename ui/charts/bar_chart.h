// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/bar_chart_data.h"
#include "ui/charts/chart.h"

namespace zp {

class BarPlot;

/// Stacked horizontal bars one can choose from: a click or ↑, ↓, Home, End chooses a row, Return repeats the
/// choice. Tool tips are tables; the context menu copies the picture or asks to save it. Fed by plain data,
/// it computes and decides nothing; the selected row changes only with the next data.
class BarChart : public Chart {
  Q_OBJECT

 public:
  explicit BarChart(QWidget* parent = nullptr);
  ~BarChart() override;

  void setBars(const BarChartData& bars);
  [[nodiscard]] const BarChartData& bars() const { return data_; }

  /// For other widgets and for tests, in this widget's logical pixels.
  [[nodiscard]] QRectF rowRect(int row) const;
  [[nodiscard]] QRectF segmentRect(int row, int series) const;
  [[nodiscard]] QRectF labelRect(int row) const;
  [[nodiscard]] QRectF totalRect(int row) const;
  [[nodiscard]] std::vector<QRectF> legendRects() const;
  /// What a tool tip at that point would say; empty where there is none.
  [[nodiscard]] QString tipAt(QPointF pos) const;

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  void rowActivated(int row);

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
  void activate(int row);
  void hover(int row);
  void redraw();
  void followScreen();
  void describe();

  BarChartData data_;
  BarPlot* plot_;
  int cursor_ = -1;
  int hovered_ = -1;
};

}  // namespace zp
