// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <functional>
#include <vector>

#include "ui/charts/axis_span.h"

class QCPAxis;

namespace zp {

/// One axis of a chart of points: linear from 0, or logarithmic. Places on it are shares of its length.
class ScatterAxis {
 public:
  /// Returns the axis from 0 to a round value at or above `upper` (> 0).
  static ScatterAxis linear(double upper);
  /// Returns the axis between round values around `lower` and `upper` (> 0), its ticks labelled by `text`.
  static ScatterAxis logarithmic(double lower, double upper, const std::function<QString(double)>& text);

  /// Returns the part of this axis with that span, with ticks of its own.
  [[nodiscard]] ScatterAxis part(const AxisSpan& span) const;

  /// Returns false for an axis that has no values yet.
  [[nodiscard]] bool isSet() const { return static_cast<bool>(text_); }
  [[nodiscard]] AxisSpan span() const { return {lower_, upper_, is_logarithmic_}; }
  [[nodiscard]] double lower() const { return lower_; }
  [[nodiscard]] double upper() const { return upper_; }
  [[nodiscard]] bool holds(double value) const { return value >= lower_ && value <= upper_; }
  /// Returns 0 at the beginning, 1 at the end; of a value beyond the axis a share beyond them.
  [[nodiscard]] double shareOf(double value) const;
  /// Returns the value at a share, which is clipped to the axis.
  [[nodiscard]] double valueAt(double share) const;
  /// Returns a value moved by steps of the keys: fifths of the distance of two ticks.
  [[nodiscard]] double moved(double value, double steps) const;
  [[nodiscard]] QStringList labels() const { return labels_; }
  /// Sets range, ticks and labels of an axis of the plot, in shares.
  void giveTo(QCPAxis& axis) const;

 private:
  bool is_logarithmic_ = false;
  double lower_ = 0, upper_ = 1, step_ = 1;
  std::vector<double> ticks_ = {0, 1};
  QStringList labels_;
  std::function<QString(double)> text_;  ///< of a tick
};

}  // namespace zp
