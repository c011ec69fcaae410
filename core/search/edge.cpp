// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/edge.h"

#include <algorithm>
#include <cmath>

namespace zp {

void Edge::note(const Point& point) {
  before_ = last_;
  last_ = point;
  ++noted_;
  if (point.fits && point.at > below_.at) below_ = point;
  if (!point.fits && point.at < above_.at) above_ = point;
}

std::int64_t Edge::next() const {
  constexpr int straight = 4;  // number of interpolation steps; after that, every second step bisects
  // Factor while no line is known: so large that the phase with the most memory is usually the one at the
  // edge.
  constexpr int stride = 8;
  const std::int64_t low = below_.at + 1, high = above_.at - 1;
  if (noted_ > straight && noted_ % 2 == 1) return low + (high - low) / 2;
  const double slope = (before_.left - last_.left) / static_cast<double>(last_.at - before_.at);
  const double at = static_cast<double>(last_.at) + std::floor(last_.left / slope);
  const bool is_line = noted_ > 1 && slope > 0 && std::isfinite(at);
  if (!is_line) return std::clamp(last_.fits ? last_.at * stride : last_.at / stride, low, high);
  return static_cast<std::int64_t>(std::clamp(at, static_cast<double>(low), static_cast<double>(high)));
}

}  // namespace zp
