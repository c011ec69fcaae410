// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace zp {

/// The values from one end of an axis to the other.
struct AxisSpan {
  double low = 0, high = 1;
  bool is_logarithmic = false;  ///< then both ends are > 0

  /// Returns 0 at the low end, 1 at the high end; below 0 or above 1 for values outside the axis.
  [[nodiscard]] double shareOf(double value) const;
  [[nodiscard]] double valueAt(double share) const;
  [[nodiscard]] bool holds(double value) const { return value >= low && value <= high; }
  bool operator==(const AxisSpan&) const = default;
};

/// Returns the part of `shown` between two shares of it, which may be outside 0 … 1. The result is moved
/// inside `whole`, and is at least a 200th of it.
AxisSpan partOf(const AxisSpan& shown, const AxisSpan& whole, double from, double to);

}  // namespace zp
