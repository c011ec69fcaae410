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

/// The record that people have of a run: a log, or what they copied out of one.
namespace zp {

/// The kinds of line a log may hold.
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
  std::string_view title;  ///< for people: "DeepSpeed's see_memory_usage"
};
const LogKindRow& row_of(LogKind kind);

/// The lines of a log that are of one kind.
struct RecognisedKind {
  LogKind kind{};
  int lines = 0;
  int first_line = 0;
  bool operator==(const RecognisedKind&) const = default;
};

/// A setting that the log states and no observation holds, under the plan's key: "zero.reduce_bucket_size".
struct StatedSetting {
  std::string_view path;
  double value = 0;
  int line = 0;
  bool operator==(const StatedSetting&) const = default;
};

/// The memory that a run ran out of.
enum class ExhaustedMemory : std::uint8_t {
  gpu,     ///< PyTorch's allocator
  device,  ///< the driver refused something that is not the allocator's: NCCL, a context, a faulty GPU
  host,    ///< the kernel killed a process, or an allocation of host memory failed
};

/// One message that memory ran out. Amounts are in bytes, and empty if the message does not give them.
struct OutOfMemory {
  ExhaustedMemory where = ExhaustedMemory::gpu;
  int line = 0;
  std::optional<int> rank, gpu;
  std::string phase;  ///< name_of(Phase) from the traceback; "" if it does not tell
  std::string frame;  ///< the innermost call that names what was allocated: "stage3.py _prepare_sub_group"
  std::string hint;   ///< words for what that call allocates; "" if none are known
  std::vector<EntryId> entries;  ///< entries of the ledger that it allocates; the likeliest first
  std::optional<double> requested, capacity, free, allocated, reserved, allowed, process;
  double rounding = 0;  ///< rounding of `requested`
  bool operator==(const OutOfMemory&) const = default;
};

/// The facts that were read out of a text.
struct RunLog {
  std::vector<Observation> observations;  ///< in the order of the text
  std::vector<StatedSetting> settings;
  std::vector<OutOfMemory> out_of_memory;
  std::vector<RecognisedKind> kinds;  ///< in the order in which they first appear
  int lines = 0;                      ///< lines that are not empty
  int recognised = 0;                 ///< those of them that some kind reads
  bool is_full = false;               ///< there were more observations: the first and the last are kept
  bool operator==(const RunLog&) const = default;
};

/// Reads any text at all; time and memory grow with its length alone. Throws FileError if it is larger than
/// `largest_log` and as many empty lines (core/text/limits.h, which also bounds what is kept).
RunLog read_run_log(std::string_view text);

}  // namespace zp
