// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

/// A slider's scale: a list of useful values at equal distances. Sizes here span five decades, for which a
/// linear slider is useless and a continuous logarithmic one is hard to use precisely (KDE HIG advises
/// against it).
namespace zp {

enum class Spacing { linear, logarithmic };

class Stops {
 public:
  /// `values`: at least two, ascending; positive if logarithmic. `between`: interpolation between two stops.
  /// `multiple`: interpolated values are rounded to it; 0 rounds to three significant digits.
  explicit Stops(std::vector<double> values, Spacing between = Spacing::logarithmic, double multiple = 1);

  [[nodiscard]] int count() const { return static_cast<int>(values_.size()); }
  [[nodiscard]] const std::vector<double>& values() const { return values_; }
  [[nodiscard]] double first() const { return values_.front(); }
  [[nodiscard]] double last() const { return values_.back(); }

  /// Returns the position of a value in stops from the left: 0 … count() − 1, exact at a stop; values beyond
  /// the ends are clamped.
  [[nodiscard]] double position(double value) const;
  /// Returns the value at a position; the inverse of position() up to the rounding, and exact at a stop.
  [[nodiscard]] double value(double position) const;
  /// Returns the stop `steps` further (back if negative); between two stops, the first step goes to the next
  /// one.
  [[nodiscard]] double step(double value, int steps) const;

 private:
  [[nodiscard]] double rounded(double value) const;

  std::vector<double> values_;
  Spacing between_;
  double multiple_;
};

/// Returns `value` rounded to that many significant digits; 0 stays 0.
double roundedToDigits(double value, int digits);

}  // namespace zp
