// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/axis_span.h"

#include <algorithm>
#include <cmath>

namespace zp {
namespace {

constexpr double shortest_part = 1.0 / 200;
constexpr double least_logarithmic = 1e-300;
constexpr double nearly_all = 1 - 1e-9;

}  // namespace

double AxisSpan::shareOf(double value) const {
  if (!is_logarithmic) return (value - low) / (high - low);
  return std::log(std::max(value, least_logarithmic) / low) / std::log(high / low);
}

double AxisSpan::valueAt(double share) const {
  return is_logarithmic ? low * std::pow(high / low, share) : low + share * (high - low);
}

AxisSpan partOf(const AxisSpan& shown, const AxisSpan& whole, double from, double to) {
  const double first = whole.shareOf(shown.valueAt(from)), last = whole.shareOf(shown.valueAt(to));
  const double length = std::max(std::abs(last - first), shortest_part);
  if (length >= nearly_all) return whole;
  const double start = std::clamp((first + last - length) / 2, 0.0, 1 - length);
  return {whole.valueAt(start), whole.valueAt(start + length), whole.is_logarithmic};
}

}  // namespace zp
