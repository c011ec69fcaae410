// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/diagnosis/named_log.h"
#include "core/plan/plan.h"
#include "core/units/quantity.h"

/// Why a run died or crawls: causes and checked remedies.
namespace zp {

/// One change with which a plan fits after its run ran out of memory.
struct Cure {
  std::string label;
  std::optional<Plan> plan;  ///< nullopt if it is not a setting of the plan
  Bytes gpu_peak;            ///< peak of that plan
  double step_seconds = 0;   ///< step time of that plan; 0 if unknown
  double odds = 0;           ///< odds that the plan fits, 0 to 1; 0 if it is no setting of the plan
};

/// The diagnosis of an out-of-memory message.
struct MemoryDiagnosis {
  OutOfMemory message;
  LogPlace place;
  std::string phase;               ///< from the calls, else from the allocation; "" if neither shows it
  std::optional<double> short_by;  ///< missing bytes
  std::string cause;               ///< one or two sentences
  std::vector<Cure> cures;         ///< cheapest first, at most three
};

/// A remedy of a death: a change of the plan, which was estimated and fits, or a change of the launch or the
/// machine.
struct DeathRemedy : Cure {
  std::string_view place;  ///< "plan", "launch" or "machine"
};

/// Why a run died or crawls, according to one sign in its log.
struct Death {
  DeathKind kind{};
  RunPhase phase{};
  LogPlace place;
  std::string row;      ///< id of its row in the table of deaths: "nccl_watchdog"
  std::string message;  ///< the line of the log that shows it
  std::optional<int> rank;
  int lines = 1;                                                     ///< number of lines that state the same
  std::optional<double> requested, capacity, process, free, others;  ///< bytes
  std::string cause;
  /// The plan that was assumed for the log if none was given, or the number of GPUs if it differs from the
  /// plan's; "" otherwise.
  std::string assumed;
  std::vector<DeathRemedy> remedies;
};

/// A ledger or clock entry that grows with the number of GPUs.
struct GrownEntry {
  std::string id;    ///< "buffers.reduce"
  std::string unit;  ///< "bytes" or "s"
  double before = 0, after = 0;
};
/// The entries that grow from one number of GPUs to a larger one.
struct Growth {
  int gpus_before = 0, gpus_after = 0, nodes_before = 0, nodes_after = 0;
  double peak_before = 0, peak_after = 0;  ///< bytes of one GPU
  double step_before = 0, step_after = 0;  ///< seconds; 0 if unknown
  std::string meaning;                     ///< conclusion for a run that fails at the larger size
  std::vector<GrownEntry> entries;         ///< memory first; each sorted by growth, largest first
};

/// Returns the diagnosis of every out-of-memory message; `plan` may be nullptr.
std::vector<MemoryDiagnosis> diagnoses_of(const Plan* plan, std::span<const NamedLog> logs);

/// Returns why the runs died or crawl, root causes first, at most one explanation per sign and log.
/// `messages` must be diagnoses_of() of the same plan and logs. Without a plan, one is derived from the log
/// if that states enough.
std::vector<Death> deaths_of(const Plan* plan, std::span<const NamedLog> logs,
                             std::span<const MemoryDiagnosis> messages);

/// Returns the entries that grow between two numbers of ranks: those of the logs, or of a log and the plan;
/// nullopt if they are equal.
std::optional<Growth> growth_of(const Plan& plan, std::span<const NamedLog> logs);

}  // namespace zp
