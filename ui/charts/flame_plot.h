// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "ui/charts/flame_chart_data.h"
#include "ui/charts/plot.h"

namespace zp {

/// Draws a FlameChartData: an item is a node, chosen by a click or Return. The root is at the top, each part
/// below its parent, with a width proportional to its value.
class FlamePlot : public Plot {
 public:
  FlamePlot();

  void setData(const FlameChartData& flame);
  [[nodiscard]] const FlameChartData& data() const { return data_; }

  [[nodiscard]] const ChartWords& words() const override { return data_; }
  [[nodiscard]] QStringList spoken(int node, int part) const override;
  [[nodiscard]] ChartTable table() const override { return chartTable(data_); }
  [[nodiscard]] std::unique_ptr<Plot> copy() const override;
  [[nodiscard]] QSize usualSize() const override { return {560, 220}; }
  [[nodiscard]] QSize pictureSize() const override { return {1000, 360}; }

  [[nodiscard]] int itemCount() const override { return static_cast<int>(data_.nodes.size()); }
  [[nodiscard]] int itemNamed(const QString& name) const override;
  [[nodiscard]] int itemAt(QPointF pos) const override;
  /// Returns the place of a node; empty if it is outside the root's width.
  [[nodiscard]] QRectF itemRect(int node) const override;
  [[nodiscard]] QString tip(int node, int part) const override;
  [[nodiscard]] int keptItem(int node) const override { return std::min(node, itemCount() - 1); }
  [[nodiscard]] std::vector<QRectF> legendRects() const override { return {}; }

 private:
  /// Position of a node: its level, and its extent as shares of the whole.
  struct Span {
    int level = 0;
    double from = 0, to = 1;
  };

  void fit() override;
  void recolor() override {}
  void paintBackdrop(QPainter& /*painter*/) const override {}
  void paintForeground(QPainter& painter) const override;
  void paintFocus(QPainter& painter) const override;
  [[nodiscard]] QSize leastPlot() const override;

  [[nodiscard]] const FlameNode& node(int index) const {
    return data_.nodes[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] bool isAboveRoot(int index) const;
  [[nodiscard]] QColor fillOf(int index) const;
  void paintNode(QPainter& painter, int index, const QRectF& place) const;

  FlameChartData data_;
  std::vector<Span> spans_;  ///< one a node
  int levels_ = 1;
};

}  // namespace zp
