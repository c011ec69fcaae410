// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/measure/curves.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>

namespace zp {
namespace {

constexpr std::size_t least_points = 3;
constexpr std::string_view step_word = "step ";
constexpr std::string_view average_moment = "average";  // over the run so far

/// Returns true for figures that a run prints repeatedly, false for facts stated once.
bool is_of_the_course(ObservedQuantity quantity) {
  return quantity <= ObservedQuantity::tflops_per_gpu && quantity != ObservedQuantity::host_percent;
}

/// Returns the number in "step 120"; nullopt for any other moment.
std::optional<double> step_of(const std::string& moment) {
  if (!moment.starts_with(step_word)) return std::nullopt;
  double step = 0;
  const char* const end = moment.data() + moment.size();
  const auto [rest, error] = std::from_chars(moment.data() + step_word.size(), end, step);
  return error == std::errc() && rest == end ? std::optional(step) : std::nullopt;
}

/// Numbers the points, or uses steps if every point has one and they increase.
void set_axis(MeasuredCurve& curve) {
  double last = -1;
  curve.axis = CurveAxis::steps;
  for (CurvePoint& point : curve.points) {
    const std::optional<double> step = step_of(point.moment);
    if (!step || *step <= last) curve.axis = CurveAxis::readings;
    last = point.at = step.value_or(0);
  }
  if (curve.axis == CurveAxis::steps) return;
  for (std::size_t i = 0; i < curve.points.size(); ++i)
    curve.points[i].at = static_cast<double>(i + 1);
}

/// Thins the points: keeps the largest of each group of neighbours.
void thin(std::vector<CurvePoint>& points) {
  if (points.size() <= most_curve_points) return;
  std::vector<CurvePoint> kept;
  for (std::size_t i = 0; i < most_curve_points; ++i) {
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(i * points.size() / most_curve_points);
    const auto end =
        points.begin() + static_cast<std::ptrdiff_t>((i + 1) * points.size() / most_curve_points);
    kept.push_back(*std::max_element(
        begin, end, [](const CurvePoint& a, const CurvePoint& b) { return a.value < b.value; }));
  }
  points = std::move(kept);
}

std::vector<MeasuredCurve> curves_in(const NamedLog& named, std::size_t log) {
  std::vector<MeasuredCurve> curves;
  std::vector<std::optional<int>> ranks;  // rank of each curve's first figure
  for (const Observation& observation : named.log.observations) {
    if (!is_of_the_course(observation.quantity) || observation.moment.starts_with(average_moment)) continue;
    const auto found = std::ranges::find(curves, observation.quantity, &MeasuredCurve::quantity);
    const auto index = static_cast<std::size_t>(found - curves.begin());
    if (found == curves.end()) {
      curves.push_back({observation.quantity, log, CurveAxis::readings, {}});
      ranks.push_back(observation.rank);
    }
    if (observation.rank == ranks[index])
      curves[index].points.push_back({0, observation.value, observation.line, observation.moment});
  }
  return curves;
}

/// Returns the memory of a recording over time; empty if it has no events.
std::vector<MeasuredCurve> curves_in(const SnapshotPeak& peak, std::size_t log) {
  MeasuredCurve allocated{ObservedQuantity::gpu_allocated, log, CurveAxis::seconds, {}};
  MeasuredCurve reserved{ObservedQuantity::gpu_reserved, log, CurveAxis::seconds, {}};
  for (const MemoryMoment& moment : peak.timeline) {
    allocated.points.push_back({moment.seconds, static_cast<double>(moment.allocated.value()), 0, {}});
    reserved.points.push_back({moment.seconds, static_cast<double>(moment.reserved.value()), 0, {}});
  }
  return {std::move(allocated), std::move(reserved)};
}

}  // namespace

std::vector<MeasuredCurve> curves_of(std::span<const NamedLog> logs) {
  std::vector<MeasuredCurve> all;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    for (MeasuredCurve& curve : curves_in(logs[i], i)) {
      set_axis(curve);
      all.push_back(std::move(curve));
    }
    for (const SnapshotPeak& peak : logs[i].peaks)
      for (MeasuredCurve& curve : curves_in(peak, i))
        all.push_back(std::move(curve));
  }
  std::erase_if(all, [](const MeasuredCurve& curve) { return curve.points.size() < least_points; });
  std::ranges::stable_sort(all, std::greater<>(),
                           [](const MeasuredCurve& curve) { return curve.points.size(); });
  for (MeasuredCurve& curve : all)
    thin(curve.points);
  return all;
}

const MeasuredDifference* difference_at(const MeasuredCurve& curve, const Measurement& measurement) {
  const MeasuredDifference* most = nullptr;
  for (const MeasuredDifference& difference : measurement.differences)
    if (difference.quantity == curve.quantity && difference.place.log == curve.log &&
        (most == nullptr || difference.lines > most->lines))
      most = &difference;
  return most;
}

}  // namespace zp
