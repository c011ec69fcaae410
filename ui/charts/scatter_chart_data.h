// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <optional>
#include <vector>

#include "ui/charts/chart_words.h"
#include "ui/theme/theme.h"

/// The data of a chart of points over two axes that begin at 0, or over two logarithmic ones. All texts are
/// ready to show.
namespace zp {

struct ScatterPoint {
  double x = 0, y = 0;
  SeriesColor color;
  bool hollow = false;
  bool faint = false;  ///< the plan cannot be had
  double radius = 0;   ///< in pixels; 0 = the usual one
};

struct ScatterEntry {
  QString name;
  SeriesColor color;
  bool hollow = false;
};

/// A band around the diagonal, within which y differs from x by at most this share.
struct ScatterBand {
  double share = 0;  ///< 0.1: from x ÷ 1.1 to 1.1 x
  QString text;      ///< "within 10 %", in the legend
};

/// A value of y that holds along all of x, with its range: a prediction.
struct ScatterLevel {
  double at = 0, low = 0, high = 0;
  QString text;  ///< "predicted 28.4 GiB"
};

/// A limit of one axis that the user can move.
struct ScatterLimit {
  double at = 0;  ///< 0 = none
  QString text;   ///< "at most 60.0 GiB"; without a limit, what the grip is for
};

struct ScatterChartData : ChartWords {
  std::vector<ScatterEntry> legend;
  /// The first `line_count` are joined by a line, rising in x; the keyboard goes from one to the next.
  std::vector<ScatterPoint> points;
  int line_count = 0;
  QString line_name;
  int present = -1, best = -1;  ///< the points with a ring and with a star; −1 = none
  QString present_text, best_text;
  double upper_x = 1, upper_y = 1;  ///< values that the axes must reach; points beyond are left out
  /// If true, both axes are logarithmic and begin at or below these values, which are then > 0.
  bool is_logarithmic = false;
  double lower_x = 0, lower_y = 0;
  std::function<QString(double)> x_text, y_text;  ///< labels of a logarithmic axis's ticks
  QString x_title, y_title;
  std::vector<ScatterBand> bands;  ///< widest first, with the diagonal; for two logarithmic axes of one unit
  bool walks_all = false;          ///< if true, the keyboard goes through all points, else along the line
  bool has_limits = true;          ///< false: there are no limits to drag
  std::optional<ScatterLevel> level;
  double capacity = 0;  ///< vertical dashed line; the area beyond is shaded; 0 = none
  QString capacity_text, beyond_text;
  ScatterLimit most_x;
  ScatterLimit y_limit;
  bool y_is_most = false;  ///< the limit of y excludes what lies above it, else what lies below
  QString spoken;          ///< for screen readers, after the point
  /// These return a point's tool tip, as rich text, and a sentence for screen readers. They are made on
  /// demand: there are thousands.
  std::function<QString(int point)> tip, words;
};

}  // namespace zp
