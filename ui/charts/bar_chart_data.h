// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <algorithm>
#include <functional>
#include <vector>

#include "ui/charts/chart_words.h"
#include "ui/theme/theme.h"

/// Data of a chart of stacked horizontal bars. All texts are ready to show.
namespace zp {

struct BarSeries {
  QString name;
  SeriesColor color;  ///< the component whose colour is used
};

struct BarPart {
  double value = 0;  ///< in the unit of the axis, not negative
  QString text;      ///< "12.5 GiB"
  /// Returns details for the tool tip on demand: formula with numbers, source; lines separated by \n.
  std::function<QString()> details = {};
};

/// A measured value next to the prediction of the same quantity, which may be only a part of a row.
struct MeasuredMark {
  double value = 0, predicted = 0;  ///< in the unit of the axis
  bool outside = false;             ///< true if it is outside the prediction's range
  QString text;                     ///< "tensors after forward: 30.1 GiB measured, 28.4 GiB predicted"
};

struct BarRow {
  QString label;
  std::vector<BarPart> parts;  ///< one per series, in the same order
  double low = 0, high = 0;    ///< range of the total; drawn if high > low
  Verdict verdict = Verdict::none;
  bool selected = false;
  double limit = 0;                      ///< of this row, instead of the chart's; 0 = the chart's
  bool hatched = false;                  ///< over its whole length, for a plan that cannot run
  QString total_text;                    ///< "117.9"
  QString range_note;                    ///< why the range ends where it does, for the tip; "" for none
  QString lack_text;                     ///< "+38.7", "host +9,036": shown after the verdict's sign
  std::vector<MeasuredMark> marks = {};  ///< drawn over the parts, each with a band to its predicted value
  QString spoken;                        ///< for screen readers: "ZeRO-2: 40.9 of 79.2 gibibytes, fits"

  [[nodiscard]] double total() const {
    double sum = 0;
    for (const BarPart& part : parts)
      sum += part.value;
    return sum;
  }
  /// Returns how far the row extends, without its range.
  [[nodiscard]] double extent() const {
    double farthest = total();
    for (const MeasuredMark& mark : marks)
      farthest = std::max({farthest, mark.value, mark.predicted});
    return farthest;
  }
};

struct BarChartData : ChartWords {
  std::vector<BarSeries> series;
  std::vector<BarRow> rows;
  double limit = 0;    ///< dashed line; 0 = none
  QString limit_text;  ///< "79.2 GiB usable"
  double longest = 0;  ///< longer bars are cut, with a break mark; 0 = 1.5 times the limit
  QString axis_title;  ///< "GiB per GPU"
};

/// Returns the row with that label; −1 if there is none.
int rowNamed(const BarChartData& data, const QString& label);
/// Returns the series with that name; −1 if there is none.
int seriesNamed(const BarChartData& data, const QString& name);

}  // namespace zp
