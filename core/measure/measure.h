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

/// A run beside its plan: the figures of logs, the plan's prediction for the same moment, and
/// why they differ.
namespace zp {

/// A value with which the plan would predict what was measured.
struct MeasuredCause {
  std::string path;            ///< key of the plan: "training.attention", "cluster.inter_node.gb_per_s"
  std::string assumed, value;  ///< as --set takes them
  double predicted = 0;        ///< figure with that value
  std::string words;  ///< "eager attention", "the network between nodes at 3.1 GB/s instead of 25 (…)"
  Plan plan;          ///< plan with that value
};

/// A figure that a log measured and the plan predicts. If many lines are about one thing, it is their median,
/// their largest or their last value, depending on the quantity.
struct MeasuredDifference {
  ObservedQuantity quantity{};
  std::string moment;  ///< "After initializing ZeRO optimizer", "between steps", "peak", "one step"
  LogPlace place;      ///< place of the first line
  int lines = 1;       ///< lines that went into it
  double measured = 0, predicted = 0;
  double low = 0, high = 0;  ///< range of the prediction, widened by what the log rounds off
  Moments moments;           ///< for memory: moments at all of which the measured bytes exist
  std::string explanation;
  std::vector<MeasuredCause> causes;  ///< most likely first; each by itself explains the difference
  [[nodiscard]] bool is_outside() const { return measured < low || measured > high; }
};

/// A setting that a log states otherwise than the plan, and never as the plan has it.
struct Contradiction {
  std::string path;       ///< path of the plan's key
  std::string plan, log;  ///< both values, JSON text
  LogPlace place;
  std::vector<ChangedKey>
      set;  ///< changes with which the plan follows the log; none for a model or an invalid value
};

/// One GPU of a memory snapshot.
struct MeasuredSnapshot {
  std::size_t log = 0;  ///< index of the log
  SnapshotPeak peak;
  std::optional<SnapshotBeside> beside;  ///< nothing without a plan, or with one that knows no activations
};

struct Measurement {
  std::vector<MeasuredDifference> differences;  ///< largest relative difference first
  std::vector<Contradiction> contradictions;
  std::vector<MemoryDiagnosis> out_of_memory;
  std::vector<Death> died;       ///< why the runs died or crawl, root cause first
  std::optional<Growth> growth;  ///< what grows, if the logs are of runs of two sizes
  std::vector<MeasuredSnapshot> snapshots;
  /// Returns true if any measured value lies outside the range of its prediction.
  [[nodiscard]] bool is_outside() const;
};

/// Returns what the logs measured beside the plan. Pure. `plan` may be nullptr: then only messages are
/// explained, as far as they explain themselves. A plan without figures (is_usable) is treated as nullptr.
Measurement measure(const PlanDocument* plan, std::span<const NamedLog> logs);

}  // namespace zp
