// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <limits>
#include <vector>

#include "ui/charts/chart_words.h"
#include "ui/theme/theme.h"

/// The data of a chart of lines over two logarithmic axes. All texts are ready to show.
namespace zp {

/// The dashes and markers of lines, which never differ by colour alone.
enum class LineDash { solid, dashed, dotted, dash_dotted };
enum class LineMarker { circle, square, diamond, triangle };

struct LinePoint {
  double y = std::numeric_limits<double>::quiet_NaN();  ///< > 0; NaN: the line has a gap there
  bool hollow = false;                                  ///< the plan cannot be had; the text says why
  QString text;                                         ///< "3.42 s", "104.2 GiB, does not fit"
};

struct LineSeries {
  QString name;
  SeriesColor color;
  LineDash dash{};
  LineMarker marker{};
  bool selected = false;
  std::vector<LinePoint> points;  ///< one a column
};

/// A value of the x axis that has points.
struct LineColumn {
  double x = 1;     ///< > 0, rising from column to column
  QString label;    ///< "25 GB/s"
  QString details;  ///< for the tool tip, "" for none
};

struct LineTick {
  double at = 1;
  QString text;
};

struct LineAxis {
  QString title;
  double low = 1, high = 10;
  std::vector<LineTick> ticks;
  /// Returns the label of a further tick, of an axis of which a part is shown; none: there are no others.
  std::function<QString(double)> text = {};
};

struct LineChartData : ChartWords {
  std::vector<LineSeries> series;
  std::vector<LineColumn> columns;
  LineAxis x, y;
  LineTick today;                 ///< a line through the plot, named above it; none if the text is empty
  LineTick turning;               ///< another such line, dotted, of less importance
  std::vector<LineTick> usual;    ///< small ticks at the top, named if there is room
  std::vector<double> reference;  ///< a thin line, one value a column; empty for none
  QString reference_name;
  double limit = 0;  ///< dashed line across; 0 = none
  QString limit_text;
  QString spoken;  ///< for screen readers, before the columns
};

}  // namespace zp
