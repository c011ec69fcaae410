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

/// One way to make a plan fit whose run ran out of memory.
struct Cure {
  std::string label;
  std::optional<Plan> plan;  ///< nothing if it is no setting of the plan
  Bytes gpu_peak;            ///< peak of that plan
  double step_seconds = 0;   ///< step time of that plan; 0 if not known
  double odds = 0;           ///< odds that the plan fits, 0 to 1; 0 if it is no setting of the plan
};

/// The diagnosis of a message that memory ran out.
struct MemoryDiagnosis {
  OutOfMemory message;
  LogPlace place;
  std::string phase;               ///< named by the calls, else by the allocation; "" if neither tells
  std::optional<double> short_by;  ///< missing bytes
  std::string cause;               ///< one or two sentences
  std::vector<Cure> cures;         ///< cheapest first, three at most
};

/// A remedy of a death: a change of the plan, which was estimated and fits, or one of the launch or the
/// machine.
struct DeathRemedy : Cure {
  std::string_view place;  ///< "plan", "launch" or "machine"
};

/// Why a run died or crawls, by one sign of its log.
struct Death {
  DeathKind kind{};
  RunPhase phase{};
  LogPlace place;
  std::string row;      ///< id of its row in the table of deaths: "nccl_watchdog"
  std::string message;  ///< the line that it rests on
  std::optional<int> rank;
  int lines = 1;                                                     ///< lines that say the same
  std::optional<double> requested, capacity, process, free, others;  ///< bytes
  std::string cause;
  /// The plan that the log was taken to be of, if none was given, or the number of GPUs if the plan has
  /// another;
  /// "" if not needed.
  std::string assumed;
  std::vector<DeathRemedy> remedies;
};

/// An entry of the ledger or of the clock that is larger at another number of GPUs.
struct GrownEntry {
  std::string id;    ///< "buffers.reduce"
  std::string unit;  ///< "bytes" or "s"
  double before = 0, after = 0;
};
/// The entries that grow from one number of GPUs to another.
struct Growth {
  int gpus_before = 0, gpus_after = 0, nodes_before = 0, nodes_after = 0;
  double peak_before = 0, peak_after = 0;  ///< bytes of one GPU
  double step_before = 0, step_after = 0;  ///< seconds; 0 where the clock has no step
  std::string meaning;                     ///< what follows for a run that dies at the larger size
  std::vector<GrownEntry> entries;         ///< memory first; the largest growth first
};

/// Returns the diagnosis of every message that memory ran out; `plan` may be nullptr.
std::vector<MemoryDiagnosis> diagnoses_of(const Plan* plan, std::span<const NamedLog> logs);

/// Returns why the runs died or crawl, root causes first: of each log at most what explains it. `messages`
/// are diagnoses_of() the same. Without a plan, one is made of what the log states, where that is enough.
std::vector<Death> deaths_of(const Plan* plan, std::span<const NamedLog> logs,
                             std::span<const MemoryDiagnosis> messages);

/// Returns what grows between the two numbers of ranks that the logs, or a log and the plan, are of; nothing
/// if they are of one size.
std::optional<Growth> growth_of(const Plan& plan, std::span<const NamedLog> logs);

}  // namespace zp
