// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis_scale.h"
#include "ui/charts/plot.h"
#include "ui/charts/step_chart_data.h"

namespace zp {

/// Draws a StepChartData: an item is a moment, a part is a component's memory at that moment. A click chooses
/// a part.
class StepPlot : public Plot {
 public:
  StepPlot();

  void setData(const StepChartData& step);
  [[nodiscard]] const StepChartData& data() const { return data_; }

  [[nodiscard]] const ChartWords& words() const override { return data_.bars; }
  [[nodiscard]] QStringList spoken(int moment, int series) const override;
  [[nodiscard]] ChartTable table() const override { return chartTable(data_.bars); }
  [[nodiscard]] std::unique_ptr<Plot> copy() const override;
  [[nodiscard]] QSize pictureSize() const override { return {1000, 560}; }

  [[nodiscard]] int itemCount() const override { return static_cast<int>(data_.bars.rows.size()); }
  [[nodiscard]] int itemNamed(const QString& name) const override { return rowNamed(data_.bars, name); }
  [[nodiscard]] int partNamed(const QString& name) const override { return seriesNamed(data_.bars, name); }
  [[nodiscard]] int itemAt(QPointF pos) const override;  ///< the nearest moment; −1 outside the plot
  [[nodiscard]] QRectF itemRect(
      int moment) const override;  ///< from the top of the plot to the end of its label
  [[nodiscard]] int partAt(
      QPointF pos) const override;  ///< part of the area at that point, also between two moments
  /// Returns a rectangle some pixels wide; empty if the value is 0.
  [[nodiscard]] QRectF partRect(int moment, int series) const override;
  [[nodiscard]] QString tip(int moment, int series) const override;
  [[nodiscard]] int keptItem(int moment) const override;
  [[nodiscard]] int keptPart(int moment, int series) const override;
  [[nodiscard]] int nextPart(int moment, int series, int step) const override;
  [[nodiscard]] std::vector<QRectF> legendRects() const override;
  [[nodiscard]] std::optional<AxisSpan> wholeSpan(Qt::Orientation axis) const override;
  [[nodiscard]] QRectF labelRect(int moment) const;  ///< rectangle of its total and name
  [[nodiscard]] QRectF peakRect() const;             ///< rectangle of the text at the mark; empty without one
  [[nodiscard]] QRectF limitRect() const;  ///< rectangle of the text at the limit; empty without one

 private:
  void fit() override;
  void recolor() override;
  void paintBackdrop(QPainter& painter) const override;
  void paintForeground(QPainter& painter) const override;
  void paintFocus(QPainter& painter) const override;
  [[nodiscard]] QSize leastPlot() const override;

  void makeGraphs();
  void fillGraphs();
  void placeMoments();
  void fitLabels(double pitch);
  void fitScale(double height);
  [[nodiscard]] const BarRow& row(int index) const {
    return data_.bars.rows[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] int seriesCount() const { return static_cast<int>(data_.bars.series.size()); }
  [[nodiscard]] double valueOf(int moment, int series) const;
  [[nodiscard]] bool isApart(int index) const { return data_.moments[static_cast<std::size_t>(index)].apart; }
  [[nodiscard]] bool hasPeak() const { return data_.peak >= 0 && data_.peak < itemCount(); }
  [[nodiscard]] double keyOf(int index) const { return keys_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] double firstKey() const;
  [[nodiscard]] double lastKey() const;
  [[nodiscard]] double xOf(double key) const;
  [[nodiscard]] double yOf(double value) const;
  [[nodiscard]] double largestTotal() const;
  [[nodiscard]] bool isLimitNear() const;
  [[nodiscard]] bool isLimitShown() const;
  [[nodiscard]] QString limitText() const;
  [[nodiscard]] double topOfPeak() const;
  [[nodiscard]] std::vector<double> valuesAt(double key) const;
  [[nodiscard]] QString totalText(const BarRow& row) const;
  [[nodiscard]] double roomOf(int moment, int tiers) const;
  [[nodiscard]] double pitchFor(const QFont& font, int tiers) const;
  [[nodiscard]] double tierHeight() const;

  void paintLabels(QPainter& painter) const;
  void paintLimit(QPainter& painter) const;
  void paintPeak(QPainter& painter) const;
  void paintMarks(QPainter& painter) const;
  void paintPointer(QPainter& painter) const;
  void paintRing(QPainter& painter) const;

  StepChartData data_;
  QFont label_font_;
  std::vector<QCPGraph*> graphs_;
  std::vector<double> keys_;  ///< position of each moment on the x axis
  QSharedPointer<UnitTicker> ticker_;
  AxisScale scale_;
  AxisSpan shown_;    ///< shown part of the y axis
  int tiers_ = 1;     ///< rows of labels under the axis
  double pitch_ = 1;  ///< pixels between two moments of the step
};

}  // namespace zp
