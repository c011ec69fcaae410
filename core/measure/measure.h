// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/diagnosis/diagnosis.h"
#include "core/measure/snapshot_beside.h"
#include "core/memory/ledger.h"
#include "core/plan/plan.h"
#include "core/run/run_log.h"
#include "core/run/snapshot_peak.h"
#include "core/settings/changed_keys.h"
#include "core/units/quantity.h"

/// Compares a run with its plan: figures of logs, the plan's predictions for the same moments, and why they
/// differ.
namespace zp {

/// A plan value with which the prediction would equal the measurement.
struct MeasuredCause {
  std::string path;            ///< key of the plan: "training.attention", "cluster.inter_node.gb_per_s"
  std::string assumed, value;  ///< as --set takes them
  double predicted = 0;        ///< prediction with that value
  std::string words;  ///< "eager attention", "the network between nodes at 3.1 GB/s instead of 25 (…)"
  Plan plan;          ///< plan with that value
};

/// A figure measured by a log and predicted by the plan. If several lines measure the same figure: their
/// median, maximum or last value, depending on the quantity.
struct MeasuredDifference {
  ObservedQuantity quantity{};
  std::string moment;  ///< "After initializing ZeRO optimizer", "between steps", "peak", "one step"
  LogPlace place;      ///< place of the first line
  int lines = 1;       ///< number of lines combined
  double measured = 0, predicted = 0;
  double low = 0, high = 0;  ///< range of the prediction, widened by the log's rounding
  Moments moments;           ///< for memory: the measured bytes exist at all of these moments
  std::string explanation;
  std::vector<MeasuredCause> causes;  ///< most likely first; each one alone explains the difference
  [[nodiscard]] bool is_outside() const { return measured < low || measured > high; }
};

/// A setting that a log states, always differently from the plan.
struct Contradiction {
  std::string path;       ///< path of the plan's key
  std::string subject;    ///< name of the quantity, if its values are not those of the key; else empty
  std::string plan, log;  ///< both values as JSON text
  LogPlace place;
  std::vector<ChangedKey> set;  ///< changes that make the plan agree; empty if impossible
  std::string reason;           ///< how the log's value follows from its line; empty if the line states it

  /// Returns the name of the quantity for a message.
  [[nodiscard]] const std::string& name() const { return subject.empty() ? path : subject; }
};

/// One GPU of a memory snapshot.
struct MeasuredSnapshot {
  std::size_t log = 0;  ///< index of the log
  SnapshotPeak peak;
  std::optional<SnapshotComparison>
      comparison;  ///< nullopt without a plan, or if the plan's activations are unknown
};

struct Measurement {
  std::vector<MeasuredDifference> differences;  ///< largest relative difference first
  std::vector<Contradiction> contradictions;
  std::vector<MemoryDiagnosis> out_of_memory;
  std::vector<Death> died;       ///< why the runs died or crawl, root cause first
  std::optional<Growth> growth;  ///< the entries that grow, if the logs are of two cluster sizes
  std::vector<MeasuredSnapshot> snapshots;
  /// Returns true if any measured value is outside its predicted range.
  [[nodiscard]] bool is_outside() const;
};

/// Compares the logs' measurements with the plan. Pure. Without a plan (nullptr), or if it cannot be
/// estimated (is_usable), only error messages are explained, as far as possible without figures.
Measurement measure(const PlanDocument* plan, std::span<const NamedLog> logs);

}  // namespace zp
