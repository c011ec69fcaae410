// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace zp {

/// A closed range of allowed numbers.
struct Range {
  double low = 0;
  double high = 0;
  [[nodiscard]] constexpr bool holds(double value) const { return value >= low && value <= high; }
  constexpr bool operator==(const Range&) const = default;
};

}  // namespace zp
