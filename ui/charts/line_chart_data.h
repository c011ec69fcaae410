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

/// Dash patterns and markers, because lines must differ by more than colour.
enum class LineDash { solid, dashed, dotted, dash_dotted };
enum class LineMarker { circle, square, diamond, triangle };

struct LinePoint {
  double y = std::numeric_limits<double>::quiet_NaN();  ///< > 0; NaN: a gap in the line
  bool hollow = false;                                  ///< for a plan that cannot run; the text says why
  QString text;                                         ///< "3.42 s", "104.2 GiB, does not fit"
};

struct LineSeries {
  QString name;
  SeriesColor color;
  LineDash dash{};
  LineMarker marker{};
  bool selected = false;
  std::vector<LinePoint> points;  ///< one per column
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
  /// Returns the label of an additional tick while zoomed in; empty: there are none.
  std::function<QString(double)> text = {};
};

struct LineChartData : ChartWords {
  std::vector<LineSeries> series;
  std::vector<LineColumn> columns;
  LineAxis x, y;
  LineTick today;                 ///< a labelled line through the plot; none if the text is empty
  LineTick turning;               ///< a second such line, dotted and less prominent
  std::vector<LineTick> usual;    ///< small ticks at the top, labelled if there is space
  std::vector<double> reference;  ///< a thin line, one value per column; empty for none
  QString reference_name;
  double limit = 0;  ///< dashed line across; 0 = none
  QString limit_text;
  QString spoken;  ///< for screen readers, before the columns
};

}  // namespace zp
