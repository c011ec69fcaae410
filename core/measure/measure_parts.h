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

/// The plan's prediction for an observation, and a name shared by all lines that measure the same figure.
struct Prediction {
  std::string moment;
  double value = 0, low = 0, high = 0;
  Moments moments;  ///< for memory: the predicted bytes exist at these moments
};
/// Widens the prediction's range by memory that torch counts and the ledger omits.
Prediction widened(Prediction prediction);
/// Returns the predicted memory in bytes; nullopt if the plan predicts nothing for that moment.
std::optional<Prediction> predicted_memory(const Observation& observation, const Plan& plan,
                                           const MemoryEstimate& estimate);
/// Returns the moment of that phase with the most GPU memory.
Moment worst_of(const MemoryEstimate& estimate, Phase phase);
/// Returns the predicted time or rate; nullopt if the plan predicts nothing for that moment.
std::optional<Prediction> predicted_time(const Observation& observation, const Plan& plan,
                                         const Figures& figures);

/// Returns "buffers.reduce (954 MiB)": GPU entries of about `bytes` that exist at all of these moments; "" if
/// there are none. For quantities that torch counts as allocated, only tensors are considered.
std::string entries_as_large(const Ledger& ledger, ObservedQuantity quantity, Moments moments, double bytes);
/// Returns the parts of the clock in that stretch that take about `seconds`; "" if there are none.
std::string times_as_long(const StepTime& time, std::optional<Stretch> stretch, double seconds);

}  // namespace zp
