// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace zp {

/// Finds the last whole number that fits, if the room left never grows with the number. It asks where a
/// straight line through the two last points crosses zero, and bisects now and then, so that no curve takes
/// long. Internal to search/.
class Edge {
 public:
  /// A number that was asked about: `left` guides the search for the edge, `fits` decides.
  struct Point {
    std::int64_t at = 0;
    double left = 0;
    bool fits = true;
  };

  /// The edge lies between 0, which fits, and `most`.
  explicit Edge(std::int64_t most) : most_(most), above_{most + 1, 0, false} {}

  void note(const Point& point);
  [[nodiscard]] bool is_found() const { return above_.at - below_.at <= 1; }
  /// Returns the number to ask about next. Precondition: not found.
  [[nodiscard]] std::int64_t next() const;
  [[nodiscard]] std::int64_t largest() const { return std::min(below_.at, most_); }

 private:
  std::int64_t most_;
  Point below_, above_;  ///< nearest points on both sides of the edge
  Point before_;         ///< the one noted before the last
  Point last_;
  int noted_ = 0;
};

}  // namespace zp
