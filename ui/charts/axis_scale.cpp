// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/axis_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace zp {
namespace {

constexpr double least_text_share = 0.55;  // text never claims more of the axis than the rest of this
constexpr double beyond_limit = 1.06;      // the limit's line stays clear of the edge
constexpr double shortest_span = 1e-3;

double stepFor(double least) {
  const double decade = std::pow(10.0, std::floor(std::log10(least)));
  // 2.5 reads well for tens and above (25, 50), 2 below: 0.2, 2.
  const std::array<double, 4> factors{1, decade >= 10 ? 2.5 : 2, 5, 10};
  for (const double factor : factors)
    if (factor * decade >= least * (1 - 1e-9)) return factor * decade;
  return 10 * decade;
}

}  // namespace

AxisScale axisScale(double needed, int most_ticks) {
  const double span = std::max(needed, shortest_span);
  const double step = stepFor(span / most_ticks);
  return {std::ceil(span / step - 1e-9) * step, step};
}

double neededSpan(std::span<const BarExtent> bars, double limit, double width) {
  double needed = limit * beyond_limit;
  double shortest = 0;
  for (const BarExtent& bar : bars) {
    const double span = bar.end / std::max(least_text_share, 1 - bar.text_width / std::max(width, 1.0));
    needed = std::max(needed, span);
    shortest = shortest == 0 ? span : std::min(shortest, span);
  }
  if (limit > 0) needed = std::min(needed, std::max(clip_factor * limit, shortest));
  return std::max(needed, shortest_span);
}

}  // namespace zp
