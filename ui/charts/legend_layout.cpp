// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/legend_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace zp {
namespace {

constexpr double least_gap = 12;
constexpr double largest_gap = 26;

}  // namespace

std::vector<QRectF> legendLayout(const std::vector<double>& widths, double line_height, double available) {
  std::vector<QRectF> places;
  if (widths.empty()) return places;
  places.reserve(widths.size());
  const auto count = static_cast<double>(widths.size());
  const double sum = std::accumulate(widths.begin(), widths.end(), 0.0);
  if (sum + (count - 1) * least_gap <= available) {
    const double gap = count > 1 ? std::min(largest_gap, (available - sum) / (count - 1)) : 0;
    double x = 0;
    for (const double width : widths) {
      places.emplace_back(x, 0, width, line_height);
      x += width + gap;
    }
    return places;
  }
  const double widest = *std::max_element(widths.begin(), widths.end());
  const double fitting = std::max(1.0, std::floor((available + least_gap) / (widest + least_gap)));
  const double lines = std::ceil(count / fitting);
  const double columns = std::ceil(count / lines);
  const double pitch = std::min(widest + largest_gap, (available + least_gap) / columns);
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const double line = std::floor(static_cast<double>(i) / columns);
    const double column = static_cast<double>(i) - line * columns;
    places.emplace_back(column * pitch, line * line_height, widths[i], line_height);
  }
  return places;
}

}  // namespace zp
