// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace zp {

/// The last whole number that fits, where what is left never grows with the number: asks where a straight
/// line through what is known comes to nothing, and halves now and then, so that no curve takes long.
/// Internal to search/.
class Edge {
 public:
  /// What was asked: `left` leads to the edge, `fits` decides.
  struct Point {
    std::int64_t at = 0;
    double left = 0;
    bool fits = true;
  };

  /// Between 0, which fits, and `most`.
  explicit Edge(std::int64_t most) : most_(most), above_{most + 1, 0, false} {}

  void note(const Point& point);
  [[nodiscard]] bool is_found() const { return above_.at - below_.at <= 1; }
  /// Which to ask. Precondition: not found.
  [[nodiscard]] std::int64_t next() const;
  [[nodiscard]] std::int64_t largest() const { return std::min(below_.at, most_); }

 private:
  std::int64_t most_;
  Point below_, above_;  ///< the edge lies between them
  Point before_;         ///< the one noted before the last
  Point last_;
  int noted_ = 0;
};

}  // namespace zp
