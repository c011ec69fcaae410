// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace zp {

/// Finds the largest integer that fits, for a headroom that never grows with the number: interpolates between
/// the last two points to where the headroom is zero, and bisects now and then so that strongly curved
/// functions converge too. Internal to search/.
class Edge {
 public:
  /// A number that was tried. Its headroom `left` guides the interpolation; `fits` decides on which side of
  /// the edge it is.
  struct Point {
    std::int64_t at = 0;
    double left = 0;
    bool fits = true;
  };

  /// Starts with the range from 0, which counts as fitting, to `most`.
  explicit Edge(std::int64_t most) : most_(most), above_{most + 1, 0, false} {}

  void note(const Point& point);
  [[nodiscard]] bool is_found() const { return above_.at - below_.at <= 1; }
  /// Returns the number to try next. Precondition: not found.
  [[nodiscard]] std::int64_t next() const;
  [[nodiscard]] std::int64_t largest() const { return std::min(below_.at, most_); }

 private:
  std::int64_t most_;
  Point below_, above_;  ///< closest known points on both sides of the edge
  Point before_;         ///< the last point but one
  Point last_;
  int noted_ = 0;
};

}  // namespace zp
