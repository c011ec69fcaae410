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

/// Parts of the explanation of messages that memory ran out. Internal to diagnosis/.
namespace zp {

/// Most ways out that are given for one out-of-memory message.
inline constexpr std::size_t most_cures = 3;
inline constexpr auto mib = static_cast<double>(bytes_per_mib);

/// Returns bytes in words: "12.5 GiB".
inline std::string amount(double bytes) { return format_bytes(bytes_of(bytes)); }

/// An allocation that a plan makes at some time, by its size.
struct KnownAllocation {
  std::string what;  ///< in words, with its product: "logits in fp32 (2 × 4,096 × 128,256 × 4 bytes)"
  double bytes = 0;
  std::optional<EntryId> entry;
  std::string_view phase;  ///< "" if it may be in several
};
std::vector<KnownAllocation> allocations_of(const Plan& plan, const MemoryEstimate& estimate);
/// Returns the known allocation that a message is about: one of that size that the calls name, else the
/// nearest in size of that phase. Returns nullptr if none is of that size.
const KnownAllocation* allocation_of(const OutOfMemory& message, std::span<const KnownAllocation> all);

/// Returns changes that make the plan fit, given that the run needs `excess` beyond its estimate and the GPU
/// has `capacity`. With `of_host`, the changes must also relieve the host.
std::vector<Cure> cures_of(const Plan& plan, Bytes excess, Bytes capacity, bool of_host);

/// The sum of a GPU's memory at a message: what others hold, and what is free of this process's own.
struct MemorySum {
  std::optional<double> others;    ///< bytes of other processes
  double unused = 0;               ///< bytes that the allocator holds beside its tensors
  std::optional<double> short_by;  ///< bytes that were missing
  bool is_others_fault = false;    ///< without the others it would have fitted, or they hold most of the GPU
  bool is_fragmented = false;      ///< the unused bytes would have sufficed in one piece
};
MemorySum memory_sum(const OutOfMemory& message);

/// Writes cause and remedies of a message of PyTorch's allocator. `diagnosis` is the same message beside the
/// plan.
void explain_gpu_memory(const diagnosis::Case& one, const MemoryDiagnosis& diagnosis, Death& death);

}  // namespace zp
