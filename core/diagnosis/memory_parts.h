// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/death_rows.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/plan_of_log.h"
#include "core/memory/estimate.h"
#include "core/plan/plan.h"
#include "core/units/format.h"

/// Explains out-of-memory messages. Internal to diagnosis/.
namespace zp {

/// Most cures given for one out-of-memory message.
inline constexpr std::size_t most_cures = 3;
inline constexpr auto mib = static_cast<double>(bytes_per_mib);

/// Formats bytes: "12.5 GiB".
inline std::string amount(double bytes) { return format_bytes(bytes_of(bytes)); }

/// An allocation of the plan, identified by its size.
struct KnownAllocation {
  std::string
      description;  ///< description with its product: "logits in fp32 (2 × 4,096 × 128,256 × 4 bytes)"
  double bytes = 0;
  std::optional<EntryId> entry;
  std::string_view phase;  ///< "" if it may occur in several
};
std::vector<KnownAllocation> allocations_of(const Plan& plan, const MemoryEstimate& estimate);
/// Returns the known allocation that a message refers to: one of that size that the calls show, else the
/// closest in size in that phase; nullptr if none has that size.
const KnownAllocation* allocation_of(const OutOfMemory& message, std::span<const KnownAllocation> all);

/// Returns changes that make the plan fit, if the run needs `excess` more than its estimate and the GPU has
/// `capacity`. With `of_host`, the changes must also reduce host memory.
std::vector<Cure> cures_of(const Plan& plan, Bytes excess, Bytes capacity, bool of_host);

/// A GPU's memory at an out-of-memory message: other processes, and this process's unused memory.
struct MemorySum {
  std::optional<double> others;    ///< bytes of other processes
  double unused = 0;               ///< bytes that the allocator holds beyond its tensors
  std::optional<double> short_by;  ///< missing bytes
  bool is_caused_by_other_processes =
      false;                   ///< it fits without other processes, or these hold most of the GPU
  bool is_fragmented = false;  ///< the unused bytes would have sufficed if contiguous
};
MemorySum memory_sum(const OutOfMemory& message);

/// Sets cause and remedies for a message of PyTorch's allocator. `diagnosis` is the plan's diagnosis of the
/// same message.
void explain_gpu_memory(const diagnosis::Case& sign, const MemoryDiagnosis& diagnosis, Death& death);

}  // namespace zp
