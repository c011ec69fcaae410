// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/measure/measure.h"
#include "core/search/figures.h"

/// The parts of measure(). Internal to measure/.
namespace zp {

/// Ways out of an out-of-memory message that are told.
inline constexpr std::size_t most_cures = 3;
inline constexpr auto mib = static_cast<double>(bytes_per_mib);

std::vector<Contradiction> contradictions_of(const PlanDocument& plan, std::span<const NamedLog> logs);
std::vector<MeasuredDifference> differences_of(const Plan& plan, const Figures& figures,
                                               std::span<const NamedLog> logs);
/// Peaks of memory snapshots, and their differences; `plan` may be nullptr.
void measure_snapshots(const Plan* plan, std::span<const NamedLog> logs, Measurement& all);
/// Every message of every log; `plan` may be nullptr.
std::vector<MemoryDiagnosis> diagnoses_of(const Plan* plan, std::span<const NamedLog> logs);

/// What an observation is put beside: a figure of the plan, and the name under which all lines about it are
/// one.
struct Prediction {
  std::string moment;
  double value = 0, low = 0, high = 0;
  Moments moments;  ///< of memory: what of the ledger is there
};
/// With room for what the ledger leaves out and torch counts.
Prediction widened(Prediction one);
/// Memory; nothing where the plan says nothing of that moment.
std::optional<Prediction> predicted_memory(const Observation& one, const Plan& plan,
                                           const MemoryEstimate& estimate);
/// When that phase holds most on the GPU.
Moment worst_of(const MemoryEstimate& estimate, Phase phase);
/// Time and rates.
std::optional<Prediction> predicted_time(const Observation& one, const Plan& plan, const Figures& figures);

/// "buffers.reduce (954 MiB)": entries of the GPU that are there at all of these moments and as large as
/// `bytes`, or ""; of what torch counts as allocated only tensors.
std::string entries_as_large(const Ledger& ledger, Observed quantity, Moments moments, double bytes);
/// Parts of the clock in that stretch as long as `seconds`, or "".
std::string times_as_long(const StepTime& time, std::optional<Stretch> stretch, double seconds);

/// An allocation that a plan makes at some time, by its size.
struct KnownAllocation {
  std::string what;  ///< in words, with its product: "logits in fp32 (2 × 4,096 × 128,256 × 4 bytes)"
  double bytes = 0;
  std::optional<EntryId> entry;
  std::string_view phase;  ///< "" where it may be in several
};
std::vector<KnownAllocation> allocations_of(const Plan& plan, const MemoryEstimate& estimate);
/// Of those, the one that a message is about: named by the calls where they name one of that size, else the
/// nearest in size of that phase. nullptr where none is of that size.
const KnownAllocation* allocation_of(const OutOfMemory& message, std::span<const KnownAllocation> all);

/// Changes that make the plan fit, where the run showed that it needs `excess` beyond its estimate and the
/// GPU has `capacity`; of the host, where `of_host`.
std::vector<Cure> cures_of(const Plan& plan, Bytes excess, Bytes capacity, bool of_host);

}  // namespace zp
