// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <functional>
#include <vector>

#include "ui/charts/axis_span.h"

class QCPAxis;

namespace zp {

/// One axis of a scatter chart: linear from 0, or logarithmic. Positions are shares of its length.
class ScatterAxis {
 public:
  /// Returns a linear axis from 0 to a round value at or above `upper` (> 0).
  static ScatterAxis linear(double upper);
  /// Returns a logarithmic axis between round values that enclose `lower` and `upper` (> 0); `text` labels
  /// its ticks.
  static ScatterAxis logarithmic(double lower, double upper, const std::function<QString(double)>& text);

  /// Returns the part of this axis with that span, with its own ticks.
  [[nodiscard]] ScatterAxis part(const AxisSpan& span) const;

  /// Returns false for an axis that has no values yet.
  [[nodiscard]] bool isSet() const { return static_cast<bool>(text_); }
  [[nodiscard]] AxisSpan span() const { return {lower_, upper_, is_logarithmic_}; }
  [[nodiscard]] double lower() const { return lower_; }
  [[nodiscard]] double upper() const { return upper_; }
  [[nodiscard]] bool holds(double value) const { return value >= lower_ && value <= upper_; }
  /// Returns 0 at the beginning, 1 at the end; below 0 or above 1 for values outside the axis.
  [[nodiscard]] double shareOf(double value) const;
  /// Returns the value at a share, which is clipped to the axis.
  [[nodiscard]] double valueAt(double share) const;
  /// Returns a value moved by keyboard steps, each a fifth of the distance between two ticks.
  [[nodiscard]] double moved(double value, double steps) const;
  [[nodiscard]] QStringList labels() const { return labels_; }
  /// Sets range, ticks and labels of a QCustomPlot axis, in shares.
  void configureAxis(QCPAxis& axis) const;

 private:
  bool is_logarithmic_ = false;
  double lower_ = 0, upper_ = 1, step_ = 1;
  std::vector<double> ticks_ = {0, 1};
  QStringList labels_;
  std::function<QString(double)> text_;  ///< of a tick
};

}  // namespace zp
