// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/axis_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace zp {
namespace {

constexpr double least_text_share = 0.55;  // least share of the axis that text leaves to bars
constexpr double beyond_limit = 1.06;      // the limit's line stays clear of the edge
constexpr double shortest_span = 1e-3;

double stepFor(double least) {
  const double decade = std::pow(10.0, std::floor(std::log10(least)));
  // 2.5 reads well from tens up (25, 50), 2 below: 0.2, 2.
  const std::array<double, 4> factors{1, decade >= 10 ? 2.5 : 2, 5, 10};
  for (const double factor : factors)
    if (factor * decade >= least * (1 - 1e-9)) return factor * decade;
  return 10 * decade;
}

constexpr std::size_t most_log_ticks = 8;

/// Returns the n-th step of 1, 2, 5, 10, 20 …; step 0 is 1.
double logStep(int number) {
  constexpr std::array<double, 3> factors{1, 2, 5};
  const int decade = number >= 0 ? number / 3 : (number - 2) / 3;
  return factors[static_cast<std::size_t>(number - decade * 3)] * std::pow(10.0, decade);
}

int logStepBelow(double value) {
  int number = static_cast<int>(std::floor(std::log10(value))) * 3;
  while (logStep(number + 1) <= value * (1 + 1e-9))
    ++number;
  return number;
}

}  // namespace

LogScale logScale(double least, double most) {
  const int low = logStepBelow(least);
  int high = logStepBelow(most);
  if (logStep(high) < most * (1 - 1e-9) || high == low) ++high;
  LogScale scale{logStep(low), logStep(high), {}};
  for (int number = low; number <= high; ++number)
    scale.ticks.push_back(logStep(number));
  if (scale.ticks.size() <= most_log_ticks) return scale;
  scale.ticks.clear();
  for (int number = low; number <= high; ++number)
    if (number % 3 == 0) scale.ticks.push_back(logStep(number));
  return scale;
}

std::vector<double> ticksWithin(double low, double high) {
  constexpr double even_below = 8;  // ratio high ÷ low below which even steps read better
  constexpr int most_even_ticks = 8;
  std::vector<double> ticks;
  if (high / low >= even_below) {
    for (const double tick : logScale(low, high).ticks)
      if (tick >= low && tick <= high) ticks.push_back(tick);
    return ticks;
  }
  const double step = stepFor((high - low) / most_even_ticks);
  for (double number = std::ceil(low / step - 1e-9); number * step <= high * (1 + 1e-9); ++number)
    ticks.push_back(number * step);
  return ticks;
}

AxisScale axisScale(double needed, int most_ticks) {
  const double span = std::max(needed, shortest_span);
  const double step = stepFor(span / most_ticks);
  return {std::ceil(span / step - 1e-9) * step, step};
}

double neededSpan(std::span<const BarExtent> bars, double limit, double width, double longest) {
  if (longest <= 0) longest = clip_factor * limit;
  double needed = limit * beyond_limit;
  double shortest = 0;
  for (const BarExtent& bar : bars) {
    const double span = bar.end / std::max(least_text_share, 1 - bar.text_width / std::max(width, 1.0));
    needed = std::max(needed, longest > 0 && bar.end > longest ? longest : span);
    shortest = shortest == 0 ? span : std::min(shortest, span);
  }
  if (longest > 0 && shortest > longest) needed = std::max(needed, shortest);
  return std::max(needed, shortest_span);
}

}  // namespace zp
