// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <optional>
#include <vector>

#include "ui/charts/chart_words.h"
#include "ui/theme/theme.h"

/// Data of a scatter chart over two axes that start at 0, or over two logarithmic ones. All texts are ready
/// to show.
namespace zp {

struct ScatterPoint {
  double x = 0, y = 0;
  SeriesColor color;
  bool hollow = false;
  bool faint = false;  ///< for a plan that cannot run
  double radius = 0;   ///< in pixels; 0 = default
};

struct ScatterEntry {
  QString name;
  SeriesColor color;
  bool hollow = false;
};

/// A band around the diagonal in which y and x differ by at most this share.
struct ScatterBand {
  double share = 0;  ///< 0.1: from x ÷ 1.1 to 1.1 x
  QString text;      ///< "within 10 %", in the legend
};

/// A value of y that applies to all of x, with its range: a prediction.
struct ScatterLevel {
  double at = 0, low = 0, high = 0;
  QString text;  ///< "predicted 28.4 GiB"
};

/// A limit of one axis that the user can move.
struct ScatterLimit {
  double at = 0;  ///< 0 = none
  QString text;   ///< "at most 60.0 GiB"; without a limit, a hint about the grip
};

struct ScatterChartData : ChartWords {
  std::vector<ScatterEntry> legend;
  /// The first `line_count` points are joined by a line, with rising x; the arrow keys move along it.
  std::vector<ScatterPoint> points;
  int line_count = 0;
  QString line_name;
  int present = -1, best = -1;  ///< indices of the points with a ring and with a star; −1 = none
  QString present_text, best_text;
  double upper_x = 1, upper_y = 1;  ///< values that the axes must include; points beyond are not shown
  /// If true, both axes are logarithmic and start at or below these values, which must be > 0.
  bool is_logarithmic = false;
  double lower_x = 0, lower_y = 0;
  std::function<QString(double)> x_text, y_text;  ///< labels of a logarithmic axis's ticks
  QString x_title, y_title;
  std::vector<ScatterBand> bands;  ///< widest first; need two logarithmic axes of one unit
  bool walks_all = false;          ///< if true, the arrow keys reach all points, else only those on the line
  bool has_limits = true;          ///< false: there are no limits to drag
  std::optional<ScatterLevel> level;
  double capacity = 0;  ///< vertical dashed line; the area beyond is shaded; 0 = none
  QString capacity_text, beyond_text;
  ScatterLimit most_x;
  ScatterLimit y_limit;
  bool y_is_most = false;  ///< true if y's limit excludes larger values, false if smaller ones
  QString spoken;          ///< for screen readers, after the point
  /// Return a point's tool tip as rich text, and a sentence for screen readers; called on demand, because
  /// there are thousands of points.
  std::function<QString(int point)> tip, words;
};

}  // namespace zp
