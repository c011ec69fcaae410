// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <string>

#include "core/measure/measure_parts.h"
#include "core/run/snapshot_log.h"
#include "core/units/format.h"

namespace zp {
namespace {

double value_of(Bytes bytes) { return static_cast<double>(bytes.value()); }
double apart(const MemoryComparison& part) {
  return std::abs(value_of(part.measured) - value_of(part.predicted));
}

/// Describes the part with the largest difference; "" if none differs.
std::string largest_difference(const SnapshotComparison& all) {
  std::string name = "memory older than the recording";
  const MemoryComparison* largest = &all.older;
  for (std::size_t i = 0; i < component_count; ++i)
    if (apart(all.components[i]) > apart(*largest)) {
      largest = &all.components[i];
      name = name_of(static_cast<Component>(i));
    }
  if (apart(*largest) <= 0) return "";
  return "Most of it is " + name + ": " + format_bytes(largest->measured) + " measured, " +
         format_bytes(largest->predicted) + " predicted.";
}

std::string explained(const SnapshotComparison& all) {
  std::string text = largest_difference(all);
  if (all.before_first_step)
    text += " No optimizer step had been taken before the recording: its states are left out.";
  constexpr double much = 0.1;
  if (value_of(all.unrecognised) > much * value_of(all.allocated.measured))
    text += " " + format_bytes(all.unrecognised) + " were allocated by code without a known entry.";
  return text;
}

MeasuredDifference difference_of(const SnapshotPeak& peak, const SnapshotComparison& all,
                                 const MemoryEstimate& estimate, LogPlace place) {
  const Prediction predicted =
      widened({moment_of(peak), value_of(all.allocated.predicted), value_of(all.allocated.low),
               value_of(all.allocated.high), Moments()});
  MeasuredDifference difference;
  difference.quantity = ObservedQuantity::gpu_max_allocated;
  difference.moment = predicted.moment;
  difference.place = place;
  difference.measured = value_of(peak.allocated);
  difference.predicted = predicted.value;
  difference.low = predicted.low;
  difference.high = predicted.high;
  difference.moments = Moments::of(worst_of(estimate, all.phase));
  difference.explanation = explained(all);
  return difference;
}

}  // namespace

void measure_snapshots(const Plan* plan, std::span<const NamedLog> logs, Measurement& all) {
  for (std::size_t i = 0; i < logs.size(); ++i)
    for (const SnapshotPeak& peak : logs[i].peaks) {
      MeasuredSnapshot& snapshot = all.snapshots.emplace_back();
      snapshot.log = i;
      snapshot.peak = peak;
      if (plan == nullptr || !plan->model.has_shape()) continue;
      const MemoryEstimate estimate = estimate_memory(*plan);
      snapshot.comparison = comparison_of(peak, estimate);
      if (peak.events > 0)
        all.differences.push_back(difference_of(peak, *snapshot.comparison, estimate, {i, 0}));
    }
}

}  // namespace zp
