// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

/// Axis ranges that move in coarse steps, so that bars move under the hand and not the axis.
namespace zp {

struct AxisScale {
  double upper = 1;  ///< a multiple of step
  double step = 1;   ///< 1, 2, 5, 10, 25, 50, 100, 250 … and 0.1, 0.2, 0.5 … below
  bool operator==(const AxisScale&) const = default;
};

/// The scale that ends at or above `needed` (> 0) with at most `most_ticks` steps.
AxisScale axisScale(double needed, int most_ticks = 7);

/// One bar and the text behind it.
struct BarExtent {
  double end = 0;         ///< in axis units
  double text_width = 0;  ///< in pixels, gap included
};

/// Axis units an axis of `width` pixels must span so that every text fits behind its bar. With a limit (> 0)
/// at most `clip_factor` limits are spanned, though always the shortest bar: one hopeless bar must not shrink
/// the others.
double neededSpan(std::span<const BarExtent> bars, double limit, double width);
inline constexpr double clip_factor = 4;

}  // namespace zp
