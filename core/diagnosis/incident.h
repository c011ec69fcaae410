// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/run_log.h"

/// Signs in a log that a run died or crawled, as they are read; explained by diagnose.h.
namespace zp {

/// Kinds of death. The names stand in the JSON of `measure`.
enum class DeathKind : std::uint8_t {
  gpu_oom,
  host_oom,
  disk,
  nvme,
  shm,
  nccl_timeout,
  nccl_error,
  zero3_mismatch,
  overflow,
  batch,
  build,
  slow,
  other,
};
struct DeathKindRow {
  DeathKind id{};
  std::string_view name;   ///< "gpu_oom"
  std::string_view title;  ///< "out of GPU memory"
};
inline constexpr auto death_kind_rows = std::to_array<DeathKindRow>({
    {DeathKind::gpu_oom, "gpu_oom", "out of GPU memory"},
    {DeathKind::host_oom, "host_oom", "out of host memory"},
    {DeathKind::disk, "disk", "out of disk space"},
    {DeathKind::nvme, "nvme", "NVMe offload failed"},
    {DeathKind::shm, "shm", "out of shared memory"},
    {DeathKind::nccl_timeout, "nccl_timeout", "a collective timed out"},
    {DeathKind::nccl_error, "nccl_error", "communication failed"},
    {DeathKind::zero3_mismatch, "zero3_mismatch", "ZeRO-3 met a parameter in the wrong state"},
    {DeathKind::overflow, "overflow", "numbers overflowed"},
    {DeathKind::batch, "batch", "batch sizes do not agree"},
    {DeathKind::build, "build", "a build or a version does not fit"},
    {DeathKind::slow, "slow", "slower than it need be"},
    {DeathKind::other, "other", "stopped"},
});
constexpr const DeathKindRow& row_of(DeathKind kind) {
  return death_kind_rows[static_cast<std::size_t>(kind)];
}
constexpr std::string_view name_of(DeathKind kind) { return row_of(kind).name; }

/// The part of a run that was going on. The names stand in the JSON of `measure`.
enum class RunPhase : std::uint8_t {
  unknown,
  loading,
  initialisation,
  forward,
  loss,
  backward,
  reduce,
  step,
  evaluate,
  generate,
  save,
};
inline constexpr auto run_phase_names =
    std::to_array<std::string_view>({"unknown", "loading", "initialisation", "forward", "loss", "backward",
                                     "reduce", "step", "evaluate", "generate", "save"});
constexpr std::string_view name_of(RunPhase phase) {
  return run_phase_names[static_cast<std::size_t>(phase)];
}

/// A report of one rank about a collective that did not end.
struct CollectiveReport {
  std::optional<int> rank;
  std::string operation;  ///< "ALLREDUCE"
  double sequence = -1;   ///< number of the collective; −1 if the message gives none
  double elements = -1;   ///< elements of its input; −1 if the message gives none
  bool operator==(const CollectiveReport&) const = default;
};

/// One sign in a log, with what its row of the table reads; equal signs of several ranks are one. Amounts are
/// in bytes, and empty if the lines do not give them.
struct Incident {
  std::size_t row = 0;  ///< index into death_rows() (death_rows.h)
  int line = 0;         ///< first line
  int last_line = 0;
  int lines = 1;
  std::string message;  ///< the first line's text, shortened
  std::optional<int> rank;
  RunPhase phase = RunPhase::unknown;
  std::string call;                   ///< the innermost call that names the phase: "stage3.py step"
  std::string calls;                  ///< names of the calls above it, innermost first, shortened
  std::optional<std::size_t> memory;  ///< index of its message in RunLog::out_of_memory
  std::optional<double> requested, capacity, process, free, others;
  std::string subject;  ///< a name: library, file, collective, exception
  std::string detail;   ///< a second name or version
  double seconds = 0, count = 0;
  std::vector<CollectiveReport> reports;
  bool operator==(const Incident&) const = default;
};

/// Facts about a run that stand anywhere in its log.
struct LogFacts {
  int step_lines = 0;      ///< lines that tell of one more training step
  int last_step_line = 0;  ///< the last of them
  std::vector<int> steps;  ///< first lines of steps, at most most_marked_steps
  std::string model;       ///< the model's name, "Qwen/Qwen3-0.6B"
  std::string gpu;         ///< the GPU's name, "NVIDIA H100 80GB HBM3"
  double sequence_length = 0, gpus = 0, nodes = 0, lora_rank = 0;
  double host_bytes = 0;    ///< memory of the node, of `free`
  double host_percent = 0;  ///< of the node's memory in use, where the log last says so
  bool has_generator = false, has_ray = false;
  bool has_traceback = false;
  bool has_error_exit = false;  ///< a launcher reports exit status 1, with which an exception ends a process
  bool is_trace_invalid = false;          ///< ZeRO-3's record of the modules' order was thrown away
  RunPhase activity = RunPhase::unknown;  ///< the last phase that a line of progress names
  int activity_line = 0;
  double one_thread_line = 0;                 ///< line that says that OMP_NUM_THREADS is 1
  double data_seconds = 0, step_seconds = 0;  ///< sums over the steps that state both
  bool operator==(const LogFacts&) const = default;
};

struct LogIncidents {
  std::vector<Incident> incidents;  ///< in the order of the text
  LogFacts facts;
  bool operator==(const LogIncidents&) const = default;
};

/// Reads the signs in a text whose figures are already read. Time and memory grow with its length alone.
LogIncidents read_incidents(std::string_view text, const RunLog& log);

}  // namespace zp
