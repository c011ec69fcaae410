// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/estimate/figures.h"
#include "core/measure/measure.h"

/// The parts of measure(). Internal to measure/.
namespace zp {

inline constexpr auto mib = static_cast<double>(bytes_per_mib);

std::vector<Contradiction> contradictions_of(const PlanDocument& plan, std::span<const NamedLog> logs);
std::vector<MeasuredDifference> differences_of(const Plan& plan, const Figures& figures,
                                               std::span<const NamedLog> logs);
/// Adds the peaks of memory snapshots, and their differences; `plan` may be nullptr.
void measure_snapshots(const Plan* plan, std::span<const NamedLog> logs, Measurement& all);

/// The prediction for an observation: a figure of the plan, and the name under which all lines
/// about it are one.
struct Prediction {
  std::string moment;
  double value = 0, low = 0, high = 0;
  Moments moments;  ///< for memory: moments at which the predicted bytes exist
};
/// Returns the prediction with room for what the ledger leaves out and torch counts.
Prediction widened(Prediction one);
/// Returns the predicted memory in bytes; nothing if the plan says nothing of that moment.
std::optional<Prediction> predicted_memory(const Observation& one, const Plan& plan,
                                           const MemoryEstimate& estimate);
/// Returns the moment at which that phase holds most on the GPU.
Moment worst_of(const MemoryEstimate& estimate, Phase phase);
/// Returns the predicted time or rate; nothing if the plan says nothing of that moment.
std::optional<Prediction> predicted_time(const Observation& one, const Plan& plan, const Figures& figures);

/// Returns "buffers.reduce (954 MiB)": entries of the GPU that exist at all of these moments and are as large
/// as `bytes`, or "". For quantities that torch counts as allocated, only tensors are named.
std::string entries_as_large(const Ledger& ledger, ObservedQuantity quantity, Moments moments, double bytes);
/// Returns the parts of the clock in that stretch that are as long as `seconds`, or "".
std::string times_as_long(const StepTime& time, std::optional<Stretch> stretch, double seconds);

}  // namespace zp
