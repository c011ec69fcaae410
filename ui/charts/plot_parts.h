// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "ui/charts/bar_chart_data.h"
#include "ui/qcp.h"

/// What the plots of this folder have in common; private to ui/charts.
namespace zp {

/// Axis labels through core/units, like every number of the program.
class UnitTicker : public QCPAxisTickerFixed {
 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

/// Lets a function paint on a layer of the plot, so that exports show it too.
class PaintItem : public QCPAbstractItem {
 public:
  PaintItem(QCustomPlot* plot, const QString& layer, std::function<void(QPainter&)> paint);
  double selectTest(const QPointF& pos, bool only, QVariant* details) const override;

 protected:
  void draw(QCPPainter* painter) override;

 private:
  std::function<void(QPainter&)> paint_;
};

inline constexpr double plot_side = 12;  ///< empty pixels at either side of every plot

/// One rectangle a series, swatch included, below `top`, for a plot of that width.
std::vector<QRectF> legendPlaces(const std::vector<BarSeries>& series, const QFont& font, double width,
                                 double top);
/// Pixels those take.
double legendHeight(const std::vector<BarSeries>& series, const QFont& font, double width);
void paintLegend(QPainter& painter, const std::vector<BarSeries>& series, const std::vector<QRectF>& places,
                 const ThemeColors& colors, const QFont& font);

/// Pixels the title of an exported picture takes.
double titleHeight(const QFont& font);
/// Title at the top and note at the bottom, for pictures that leave the program.
void paintCaptions(QPainter& painter, const QString& title, const QString& note, QSize size,
                   const ThemeColors& colors, const QFont& font);

/// Greys the whole plot, and says why in the middle of `plot`.
void paintStale(QPainter& painter, const QString& text, QSize size, const QRectF& plot,
                const ThemeColors& colors, const QFont& font);

/// The pen of the line that marks the usable memory.
QPen limitPen(const ThemeColors& colors);

}  // namespace zp
