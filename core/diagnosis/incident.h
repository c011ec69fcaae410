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

/// Signs in a log that a run died or crawled, as read; diagnosis.h explains them.
namespace zp {

/// Kinds of death. The JSON of `measure` contains their names.
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
    {DeathKind::slow, "slow", "slower than necessary"},
    {DeathKind::other, "other", "stopped"},
});
constexpr const DeathKindRow& row_of(DeathKind kind) {
  return death_kind_rows[static_cast<std::size_t>(kind)];
}
constexpr std::string_view name_of(DeathKind kind) { return row_of(kind).name; }

/// The part of a run that was in progress. The names are used in the JSON of `measure`.
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

/// One rank's report about a collective that did not finish.
struct CollectiveReport {
  std::optional<int> rank;
  std::string operation;  ///< "ALLREDUCE"
  double sequence = -1;   ///< sequence number of the collective; −1 if not in the message
  double elements = -1;   ///< elements of its input; −1 if not in the message
  bool operator==(const CollectiveReport&) const = default;
};

/// One sign in a log, with the figures and names that its row of the table reads; equal signs of several
/// ranks are merged. Amounts are in bytes, and empty if the lines do not state them.
struct Incident {
  std::size_t row = 0;  ///< index into death_rows() (death_rows.h)
  int line = 0;         ///< first line
  int last_line = 0;
  int lines = 1;
  std::string message;  ///< the first line's text, shortened
  std::optional<int> rank;
  RunPhase phase = RunPhase::unknown;
  std::string call;                   ///< the innermost call that shows the phase: "stage3.py step"
  std::string calls;                  ///< names of the calls in its traceback, innermost first, shortened
  std::optional<std::size_t> memory;  ///< index of its message in RunLog::out_of_memory
  std::optional<double> requested, capacity, process, free, others;
  std::string subject;  ///< a name: library, file, collective, exception
  std::string detail;   ///< a second name or version
  double seconds = 0, count = 0;
  std::vector<CollectiveReport> reports;
  bool operator==(const Incident&) const = default;
};

/// Facts about a run from anywhere in its log.
struct LogFacts {
  int step_lines = 0;      ///< lines that report another training step
  int last_step_line = 0;  ///< number of the last such line
  std::vector<int> steps;  ///< first line of each step, at most most_marked_steps
  std::string model;       ///< the model's name, "Qwen/Qwen3-0.6B"
  std::string gpu;         ///< the GPU's name, "NVIDIA H100 80GB HBM3"
  double sequence_length = 0, gpus = 0, nodes = 0, lora_rank = 0;
  double local_rank = 0;  ///< the largest index of a process on its node; 0 = not stated, or one process
  bool trains_adapters = false;  ///< the arguments of a program state LoRA as the method
  double host_bytes = 0;         ///< the node's memory as printed by `free`
  double host_percent = 0;       ///< the last stated percentage of the node's memory in use
  bool has_generator = false, has_ray = false;
  bool has_traceback = false;
  bool has_error_exit = false;    ///< a launcher reports exit status 1, which an uncaught exception causes
  bool is_trace_invalid = false;  ///< ZeRO-3 discarded its trace of the module order
  RunPhase activity = RunPhase::unknown;  ///< the last phase that a progress line shows
  int activity_line = 0;
  double one_thread_line = 0;                 ///< line that reports OMP_NUM_THREADS = 1
  double data_seconds = 0, step_seconds = 0;  ///< sums over the steps that state both times
  bool operator==(const LogFacts&) const = default;
};

struct LogIncidents {
  std::vector<Incident> incidents;  ///< in the order of the text
  LogFacts facts;
  bool operator==(const LogIncidents&) const = default;
};

/// Reads the signs in a text; `log` has the figures of the same text. Time and memory are linear in its
/// length.
LogIncidents read_incidents(std::string_view text, const RunLog& log);

}  // namespace zp
