// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/measure/measure.h"

/// Quantities of logs over the course of a run.
namespace zp {

/// The meaning of CurvePoint::at.
enum class CurveAxis : std::uint8_t { steps, readings, seconds };

struct CurvePoint {
  double at = 0;  ///< step, number of the reading from 1, or seconds since the recording began
  double value = 0;
  int line = 0;  ///< of the log; 0 in a snapshot
  std::string moment;
};

/// One quantity of one log, of one rank.
struct MeasuredCurve {
  ObservedQuantity quantity{};
  std::size_t log = 0;
  CurveAxis axis{};
  std::vector<CurvePoint> points;  ///< in the order of the run
};

/// Returns the curves of all quantities of which a log has at least three figures, those with most points
/// first. A longer curve keeps the largest of equally many neighbouring points. Pure.
std::vector<MeasuredCurve> curves_of(std::span<const NamedLog> logs);
inline constexpr std::size_t most_curve_points = 240;

/// Returns the difference about most lines of a curve, with the plan's prediction; nullptr if the plan
/// predicts no such figure.
const MeasuredDifference* beside(const MeasuredCurve& curve, const Measurement& measurement);

}  // namespace zp
