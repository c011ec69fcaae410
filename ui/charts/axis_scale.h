// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

/// Axis ranges that change in coarse steps, so that bars move while the user drags, not the axis.
namespace zp {

struct AxisScale {
  double upper = 1;  ///< a multiple of step
  double step = 1;   ///< 1, 2, 5, 10, 25, 50, 100, 250 … and 0.1, 0.2, 0.5 … below
  bool operator==(const AxisScale&) const = default;
};

/// Returns the scale that ends at or above `needed` (> 0) with at most `most_ticks` steps.
AxisScale axisScale(double needed, int most_ticks = 7);

/// A logarithmic axis: both ends are 1, 2 or 5 times a power of ten.
struct LogScale {
  double low = 1, high = 10;
  std::vector<double> ticks;  ///< rising: 1, 2, 5 …, or only powers of ten if those are too many
  bool operator==(const LogScale&) const = default;
};

/// Returns the narrowest scale that contains `least` and `most`, both > 0, between two different ends.
LogScale logScale(double least, double most);

/// Returns round values between `low` and `high`, both > 0, for a logarithmic axis of any length.
std::vector<double> ticksWithin(double low, double high);

/// The end of a bar and the width of the text after it.
struct BarExtent {
  double end = 0;         ///< in axis units
  double text_width = 0;  ///< in pixels, including the gap
};

/// Returns how many axis units an axis of `width` pixels must span so that every text fits after its bar.
/// Bars beyond `longest` count as `longest`, so that one very long bar does not shrink the others; but the
/// shortest bar always fits. The default (0) for `longest` is `clip_factor` times the limit, if there is one.
double neededSpan(std::span<const BarExtent> bars, double limit, double width, double longest = 0);
inline constexpr double clip_factor = 1.5;

}  // namespace zp
