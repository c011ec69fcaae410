// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory/ledger.h"
#include "core/run/observation.h"

/// The record of a run: a log, or a part copied from one.
namespace zp {

/// The kinds of line in a log.
enum class LogKind : std::uint8_t {
  memory_usage,
  engine_start,
  wall_clock,
  throughput,
  pipeline,
  flops_profile,
  chat,
  trainer,
  progress,
  megatron,
  plain_loop,
  nanotron,
  torchtitan,
  torchtune,
  mmengine,
  verl,
  memory_summary,
  nvidia_smi,
  gpu_out_of_memory,
  host_out_of_memory,
  traceback,
  refusal,
  probe,
  memory_snapshot,
};
struct LogKindRow {
  LogKind id{};
  std::string_view name;   ///< stable: "memory_usage"
  std::string_view title;  ///< for display: "DeepSpeed's see_memory_usage"
};
const LogKindRow& row_of(LogKind kind);

/// The lines of one kind in a log.
struct RecognisedKind {
  LogKind kind{};
  int lines = 0;
  int first_line = 0;
  bool operator==(const RecognisedKind&) const = default;
};

/// A setting stated in the log that is no observation, with the plan's key: "zero.reduce_bucket_size".
struct StatedSetting {
  std::string_view path;
  double value = 0;
  int line = 0;
  bool operator==(const StatedSetting&) const = default;
};

/// The memory that was exhausted.
enum class ExhaustedMemory : std::uint8_t {
  gpu,     ///< PyTorch's allocator
  device,  ///< the driver refused a request outside the allocator: NCCL, a context, a faulty GPU
  host,    ///< the kernel killed a process, or an allocation of host memory failed
};

/// A message about exhausted memory. Amounts are in bytes, and nullopt if the message does not state them.
struct OutOfMemory {
  ExhaustedMemory where = ExhaustedMemory::gpu;
  int line = 0;
  std::optional<int> rank, gpu;
  std::string phase;  ///< name_of(Phase) from the traceback; "" if unknown
  std::string frame;  ///< the innermost call that names what was allocated: "stage3.py _prepare_sub_group"
  std::string hint;   ///< description of that call's allocation; "" if unknown
  std::vector<EntryId> entries;  ///< entries of the ledger that the call allocates, most likely first
  std::optional<double> requested, capacity, free, allocated, reserved, allowed, process;
  double rounding = 0;  ///< rounding of `requested`
  bool operator==(const OutOfMemory&) const = default;
};

/// The facts found in a text.
struct RunLog {
  std::vector<Observation> observations;  ///< in the order of the text
  std::vector<StatedSetting> settings;
  std::vector<OutOfMemory> out_of_memory;
  std::vector<RecognisedKind> kinds;  ///< in the order in which they first appear
  int lines = 0;                      ///< number of lines that are not empty
  int recognised = 0;                 ///< number of these lines that some kind recognises
  bool is_full = false;               ///< further observations were omitted between the first and the last
  bool operator==(const RunLog&) const = default;
};

/// Returns true if the log has lines that only a run prints, and not just settings, which a script or a
/// configuration states alike.
bool is_printed_by_run(const RunLog& log);

/// Reads any text; time and memory are linear in its length. Throws FileError if it is larger than
/// `largest_log` plus as many empty lines (core/text/limits.h, which also limits the results).
RunLog read_run_log(std::string_view text);

}  // namespace zp
