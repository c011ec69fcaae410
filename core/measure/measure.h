// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/measure/snapshot_beside.h"
#include "core/memory/ledger.h"
#include "core/plan/changed_keys.h"
#include "core/plan/plan.h"
#include "core/run/run_log.h"
#include "core/run/snapshot_peak.h"
#include "core/units/quantity.h"

/// A run beside its plan: what logs say, what the plan predicts of the same moment, and why they differ.
namespace zp {

struct NamedLog {
  std::string name;  ///< of its file
  RunLog log;
  std::vector<SnapshotPeak> peaks = {};  ///< of a memory snapshot, whose `log` says the same
};

/// Where in the logs something stands.
struct LogPlace {
  std::size_t log = 0;  ///< index
  int line = 0;
  bool operator==(const LogPlace&) const = default;
};

/// Something a log measured and the plan predicts. Of many lines about one thing it is their median, their
/// largest or their last, as the quantity asks.
struct MeasuredDifference {
  Observed quantity{};
  std::string moment;  ///< "After initializing ZeRO optimizer", "between steps", "peak", "one step"
  LogPlace place;      ///< of the first line
  int lines = 1;       ///< that went into it
  double measured = 0, predicted = 0;
  double low = 0, high = 0;  ///< of the prediction, widened by what the log rounds off
  Moments moments;           ///< of memory: of the ledger, what was measured then is there at all of them
  std::string explanation;
  [[nodiscard]] bool is_outside() const { return measured < low || measured > high; }
};

/// A setting that a log states otherwise than the plan, and never as the plan has it.
struct Contradiction {
  std::string path;       ///< of the plan's key
  std::string plan, log;  ///< both values, JSON text
  LogPlace place;
  std::vector<ChangedKey> set;  ///< what to set for the plan to follow the log; nothing for a model
};

/// One way to make a plan fit that ran out of memory.
struct Cure {
  std::string label;
  std::optional<Plan> plan;  ///< nothing where it is no setting of the plan
  Bytes gpu_peak;            ///< of that plan
  double step_seconds = 0;   ///< of that plan; 0 = not known
};

/// What a message that memory ran out comes to.
struct MemoryDiagnosis {
  OutOfMemory message;
  LogPlace place;
  std::string phase;               ///< of the calls, else of what was allocated; "" where neither tells
  std::optional<double> short_by;  ///< bytes
  std::string cause;               ///< one or two sentences
  std::vector<Cure> cures;         ///< cheapest first, three at most
};

/// One GPU of a memory snapshot.
struct MeasuredSnapshot {
  std::size_t log = 0;  ///< index
  SnapshotPeak peak;
  std::optional<SnapshotBeside> beside;  ///< nothing without a plan, or of one that knows no activations
};

struct Measurement {
  std::vector<MeasuredDifference> differences;  ///< largest share first
  std::vector<Contradiction> contradictions;
  std::vector<MemoryDiagnosis> out_of_memory;
  std::vector<MeasuredSnapshot> snapshots;
  /// Whether a prediction lies outside its range.
  [[nodiscard]] bool is_outside() const;
};

/// Pure. `plan` may be nullptr: then only messages are explained, as far as they explain themselves. Of a
/// plan without figures (is_usable) nothing but that is said.
Measurement measure(const PlanDocument* plan, std::span<const NamedLog> logs);

}  // namespace zp
