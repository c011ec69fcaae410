// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/measure/measure.h"

/// Figures in logs as curves over a run.
namespace zp {

/// The meaning of CurvePoint::at.
enum class CurveAxis : std::uint8_t { steps, readings, seconds };

struct CurvePoint {
  double at = 0;  ///< step, reading number from 1, or seconds since the recording began
  double value = 0;
  int line = 0;  ///< line of the log; 0 in a snapshot
  std::string moment;
};

/// One quantity of one rank in one log.
struct MeasuredCurve {
  ObservedQuantity quantity{};
  std::size_t log = 0;
  CurveAxis axis{};
  std::vector<CurvePoint> points;  ///< in the order of the run
};

/// Returns a curve for each quantity with at least three figures in a log, longest first. Long curves keep
/// only the largest of each group of neighbouring points. Pure.
std::vector<MeasuredCurve> curves_of(std::span<const NamedLog> logs);
inline constexpr std::size_t most_curve_points = 240;

/// Returns the difference that covers most of the curve's lines, with the plan's prediction; nullptr if the
/// plan predicts no such figure.
const MeasuredDifference* difference_at(const MeasuredCurve& curve, const Measurement& measurement);

}  // namespace zp
